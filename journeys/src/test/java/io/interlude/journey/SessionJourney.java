package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Two people book and approve a creative by sessions from one-time links; what a session may, and
/// that it ended, outlives the process.
final class SessionJourney {
    private static final String CARD = "/v1/manage/creatives/by-people";
    private static final String SESSION = "/console/session";

    private final Bookings booked;
    private final String usedLink;
    private final Map<String, String> stays;
    private final Map<String, String> signedOut;

    private SessionJourney(Bookings booked) throws IOException, InterruptedException {
        this.booked = booked;
        user("tom", "trafficker");
        user("ann", "approver");
        stays = signedIn(link("ann"));
        usedLink = link("tom");
        signedOut = signedIn(usedLink);
    }

    static SessionJourney begin(ProductProcess product) throws IOException, InterruptedException {
        SessionJourney journey =
                new SessionJourney(Bookings.make(product, "people").lineItem("watched", ""));
        journey.bookAndApprove();
        HttpResponse<String> out = journey.send("DELETE", SESSION, "", journey.signedOut);
        assertThat(out.statusCode()).as(out.body()).isEqualTo(204);
        journey.isStillSo(product);
        return journey;
    }

    private void user(String id, String role) throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/users",
                        """
                        {"id": "%1$s", "email": "%1$s@example.com", "name": "A person", "role": "%2$s"}\
                        """
                                .formatted(id, role));
    }

    private String link(String userId) throws IOException, InterruptedException {
        JsonNode made =
                booked.management()
                        .expect(201, "POST", "/console/links", "{\"userId\": \"" + userId + "\"}");
        return made.path("path").asString().replaceFirst("/console#link=", "");
    }

    private HttpResponse<String> use(String link) throws IOException, InterruptedException {
        return send("POST", SESSION, "{\"link\": \"" + link + "\"}", Map.of());
    }

    private Map<String, String> signedIn(String link) throws IOException, InterruptedException {
        HttpResponse<String> made = use(link);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String cookie = made.headers().firstValue("Set-Cookie").orElseThrow();
        return Map.of(
                "Cookie",
                cookie.replaceFirst(";.*", ""),
                "X-CSRF-Token",
                Api.JSON.readTree(made.body()).path("csrfToken").asString());
    }

    private void bookAndApprove() throws IOException, InterruptedException {
        Api management = booked.management();
        assertThat(
                        management
                                .put(
                                        "/v1/manage/settings",
                                        "\"0\"",
                                        "{\"approval\": \"second_person\"}")
                                .statusCode())
                .isEqualTo(200);
        String card =
                """
                {"id": "by-people", "lineItemId": "watched", "type": "card", "status": "%s",
                 "card": {"title": "T", "disclosure": "S",
                          "actions": [{"text": "Go", "url": "https://shop.example.com/"}]}}\
                """;
        HttpResponse<String> made =
                send("POST", "/v1/manage/creatives", card.formatted("submitted"), signedOut);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String approved = card.formatted("approved");
        assertThat(management.put(CARD, "\"1\"", approved).body()).contains("second_person");
        assertThat(send("PUT", CARD, approved, signedOut).body()).contains("role_not_allowed");
        assertThat(send("PUT", CARD, approved, stays).statusCode()).isEqualTo(200);
        JsonNode history = management.expect(200, "GET", CARD + "/history", "").path("items");
        assertThat(history.path(0).path("changedBy").asString()).isEqualTo("ann");
        assertThat(history.path(1).path("userId").asString()).isEqualTo("tom");
    }

    /// Who is signed in is, who signed out is not, and the link is used up.
    void isStillSo(ProductProcess product) throws IOException, InterruptedException {
        assertThat(product.url()).isEqualTo(booked.management().base());
        HttpResponse<String> read = send("GET", CARD, "", stays);
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        assertThat(send("GET", CARD, "", signedOut).body()).contains("invalid_session");
        assertThat(use(usedLink).body()).contains("invalid_link");
    }

    private HttpResponse<String> send(
            String method, String path, String body, Map<String, String> identity)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(booked.management().base().resolve(path))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        if (method.equals("PUT")) {
            request.header("If-Match", "\"1\"");
        }
        identity.forEach(request::header);
        return booked.management().http().send(request.build(), BodyHandlers.ofString());
    }
}
