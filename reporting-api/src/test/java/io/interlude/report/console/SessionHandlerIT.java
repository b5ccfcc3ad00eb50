package io.interlude.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.report.boot.ReportServer;
import io.interlude.web.session.Sessions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SessionHandlerIT {
    private static final String PATH = "/console/session";
    private static final String REPORT =
            "/v1/reports?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z"
                    + "&granularity=total&metrics=fetches";
    private static final String MANAGER = "Bearer il_mgmt_1";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ReportServer server =
            new ReportServer(
                    InstantSource.fixed(Instant.parse("2026-03-01T10:30:20Z")),
                    Duration.ofSeconds(1));

    @AfterAll
    void stop() {
        server.close();
        client.close();
    }

    private HttpResponse<String> send(
            String method, String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> signIn() {
        HttpResponse<String> made = send("POST", PATH, "{}", Map.of("Authorization", MANAGER));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return made;
    }

    private static String setCookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow();
    }

    private static String cookie(HttpResponse<String> answer) {
        return setCookie(answer).replaceFirst(";.*", "");
    }

    private static String token(HttpResponse<String> answer) {
        return json(answer).path("csrfToken").asString();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }

    private static String reason(HttpResponse<String> answer) {
        return json(answer).path("reason").asString();
    }

    @Test
    void aKeyIsExchangedForACookieThatNoScriptReads() {
        HttpResponse<String> made = signIn();

        assertThat(setCookie(made))
                .contains("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200")
                .doesNotContain("Secure", "il_mgmt_1");
        assertThat(made.body()).doesNotContain("il_mgmt_1");
        HttpResponse<String> read = send("GET", REPORT, "", Map.of("Cookie", cookie(made)));
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        JsonNode session = json(send("GET", PATH, "", Map.of("Cookie", cookie(made))));
        assertThat(session).isEqualTo(json(made));
        assertThat(session.path("key").path("id").asString()).isEqualTo("mgmt_1");
        assertThat(session.path("manages").asBoolean()).isTrue();
    }

    @Test
    void theCookieIsForEncryptedConnectionsWhereTheseAre() {
        HttpResponse<String> made =
                send(
                        "POST",
                        PATH,
                        "{}",
                        Map.of("Authorization", MANAGER, "X-Forwarded-Proto", "https"));

        assertThat(setCookie(made)).contains("; Secure");
    }

    @Test
    void aSignInNeverTakesOverACookieThatWasThere() {
        HttpResponse<String> planted = signIn();

        HttpResponse<String> made =
                send(
                        "POST",
                        PATH,
                        "{}",
                        Map.of("Authorization", MANAGER, "Cookie", cookie(planted)));
        assertThat(cookie(made)).isNotEqualTo(cookie(planted));
        HttpResponse<String> byCookieAlone =
                send(
                        "POST",
                        PATH,
                        "{}",
                        Map.of("Cookie", cookie(planted), "X-CSRF-Token", token(planted)));
        assertThat(reason(byCookieAlone)).isEqualTo("missing_api_key");
    }

    @Test
    void aSignedOutSessionIsOverForWhoeverKeptItsCookie() {
        HttpResponse<String> made = signIn();
        Map<String, String> kept = Map.of("Cookie", cookie(made));

        HttpResponse<String> forged = send("DELETE", PATH, "", kept);
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(reason(forged)).isEqualTo("csrf_token");
        HttpResponse<String> out =
                send(
                        "DELETE",
                        PATH,
                        "",
                        Map.of("Cookie", cookie(made), "X-CSRF-Token", token(made)));
        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(setCookie(out)).startsWith("interlude_session=;").contains("Max-Age=0");

        assertThat(send("GET", REPORT, "", kept).statusCode()).isEqualTo(401);
        assertThat(reason(send("GET", PATH, "", kept))).isEqualTo("invalid_session");
        assertThat(send("GET", PATH, "", Map.of()).statusCode()).isEqualTo(204);
    }

    @Test
    void theTokenOfAnotherSessionIsNone() {
        HttpResponse<String> mine = signIn();
        HttpResponse<String> other = signIn();

        HttpResponse<String> refused =
                send(
                        "DELETE",
                        PATH,
                        "",
                        Map.of("Cookie", cookie(mine), "X-CSRF-Token", token(other)));
        assertThat(reason(refused)).isEqualTo("csrf_token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interlude_session=",
                "interlude_session=x",
                "interlude_session=.",
                "interlude_session=YS9iL2MvZC8xLzk5OTk5OTk5OTk5OTk.AAAA",
                "interlude_session=%00",
            })
    void aMadeUpCookieIsRefused(String cookie) {
        HttpResponse<String> refused = send("GET", REPORT, "", Map.of("Cookie", cookie));

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    @Test
    void everyChangedByteOfACookieEndsIt() {
        String cookie = cookie(signIn());

        for (int i = Sessions.COOKIE.length() + 1; i < cookie.length(); i++) {
            char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
            String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
            assertThat(server.keys().sessions().find(changed.substring(18))).isEmpty();
        }
    }

    @Test
    void aLinkSignsInOnce() {
        HttpResponse<String> made =
                send("POST", "/console/links", "{}", Map.of("Authorization", MANAGER));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String path = json(made).path("path").asString();
        assertThat(path).startsWith("/console#link=");
        String body = "{\"link\": \"" + path.substring(path.indexOf('=') + 1) + "\"}";

        HttpResponse<String> first = send("POST", PATH, body, Map.of());
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(send("GET", REPORT, "", Map.of("Cookie", cookie(first))).statusCode())
                .isEqualTo(200);
        HttpResponse<String> second = send("POST", PATH, body, Map.of());
        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(reason(second)).isEqualTo("invalid_link");
    }

    @Test
    void aLinkIsNoCookieAndACookieNoLink() {
        String cookie = cookie(signIn()).substring(Sessions.COOKIE.length() + 1);
        HttpResponse<String> made =
                send("POST", "/console/links", "{}", Map.of("Authorization", MANAGER));
        String link = json(made).path("path").asString().replaceFirst(".*=", "");

        assertThat(reason(send("POST", PATH, "{\"link\": \"" + cookie + "\"}", Map.of())))
                .isEqualTo("invalid_link");
        assertThat(server.keys().sessions().find(link)).isEmpty();
    }

    @Test
    void onlyAManagementKeyMakesLinks() {
        HttpResponse<String> session = signIn();

        HttpResponse<String> byRead =
                send("POST", "/console/links", "{}", Map.of("Authorization", "Bearer il_read_1"));
        assertThat(byRead.statusCode()).isEqualTo(403);
        HttpResponse<String> bySession =
                send(
                        "POST",
                        "/console/links",
                        "{}",
                        Map.of("Cookie", cookie(session), "X-CSRF-Token", token(session)));
        assertThat(bySession.statusCode()).isEqualTo(401);
        HttpResponse<String> forNobody =
                send(
                        "POST",
                        "/console/links",
                        "{\"userId\": \"nobody\"}",
                        Map.of("Authorization", MANAGER));
        assertThat(forNobody.statusCode()).isEqualTo(404);
    }

    @Test
    void aSessionEndsWithItsKey() {
        try (ReportServer other = new ReportServer(InstantSource.system(), Duration.ofSeconds(1))) {
            HttpResponse<String> made =
                    send("POST", PATH, "{}", Map.of("Authorization", "Bearer il_read_1"));
            String value = cookie(made).substring(Sessions.COOKIE.length() + 1);
            Sessions sessions = other.keys().sessions();
            var session = sessions.find(value).orElseThrow();

            assertThat(sessions.caller(session)).isPresent();
            other.keys().revoke("il_read_1");
            assertThat(sessions.caller(session)).isEmpty();
        }
    }
}
