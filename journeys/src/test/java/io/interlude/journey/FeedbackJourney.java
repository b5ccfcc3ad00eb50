package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A reader who hides an advertiser, and others who don't.
final class FeedbackJourney {
    private static final String COUNTS = "groupBy=lineItem&metrics=fetches,hides,feedback";
    private static final String SAM = "sam/1";
    private static final String SAM_IN_A_PATH = "sam%2F1";
    private static final int FETCHES = 20;
    private static final String FIRST = "/v1/manage/creatives/first-creative";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Bookings booked;
    private final Api management;

    private FeedbackJourney(Bookings booked) {
        this.booked = booked;
        this.management = booked.management();
    }

    /// Two advertisers, of which one is hidden, reported, explained, counted, and forgotten with
    /// the reader.
    static void hide(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "feedback").lineItem("first", "\"priority\": 1,");
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/campaigns",
                        """
                        {"id": "other", "name": "Other", "advertiserName": "Other", "status": "active"}\
                        """);
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/line-items",
                        """
                        {"id": "second", "campaignId": "other", "name": "second", "status": "active",
                         "priority": 9, "timeZone": "UTC",
                         "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}}}\
                        """);
        booked.creative("second-creative", "second");
        FeedbackJourney journey = new FeedbackJourney(booked);
        String shown = journey.hideTheFirst();
        journey.explain();
        journey.count(shown);
        journey.forget();
        journey.limit(shown);
    }

    private String hideTheFirst() throws IOException, InterruptedException {
        // given
        JsonNode ad = served(SAM);
        String messageId = ad.path("messageId").asString();
        String hide = "{\"messageId\": \"%s\", \"kind\": \"hide\"}".formatted(messageId);

        // when
        String eventId =
                booked.publisher()
                        .expect(201, "POST", "/v1/feedback", hide)
                        .path("eventId")
                        .asString();

        // then: from the next fetch on
        Set<String> lineItems = new HashSet<>();
        for (int i = 0; i < FETCHES; i++) {
            lineItems.add(lineItem(served(SAM)));
        }
        assertThat(lineItems).containsExactly("second");
        assertThat(lineItem(served("kim"))).isEqualTo("first");
        HttpResponse<String> explained =
                booked.publisher()
                        .fetch(
                                "{\"adUnit\": \"pause\", \"subscriber\": \"%s\", \"test\": true}"
                                        .formatted(SAM));
        assertThat(explained.body()).contains("\"rule\":\"hidden\"");
        JsonNode decision =
                management.expect(
                        200,
                        "GET",
                        "/v1/journal/" + served(SAM).path("messageId").asString() + "/decision",
                        "");
        assertThat(decision.path("differences")).isEmpty();
        assertThat(decision.toString()).contains("\"rule\":\"hidden\",\"urgency\"");
        assertThat(management.expect(201, "POST", "/v1/feedback", hide).path("eventId").asString())
                .isEqualTo(eventId);
        return messageId;
    }

    private void explain() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                booked.publisher().fetch("{\"adUnit\": \"pause\", \"include\": [\"why\"]}");
        URI why = URI.create(Api.JSON.readTree(answer.body()).at("/decision/whyUrl").asString());
        Api anybody = booked.publisher().withKey("").at(management.base());
        HttpResponse<String> page = anybody.call("GET", why.getPath(), "");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("from <strong>Advertiser</strong>");
        assertThat(anybody.call("POST", why.getPath(), "{\"kind\": \"repetitive\"}").statusCode())
                .isEqualTo(201);
    }

    private void count(String messageId) throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/feedback",
                "{\"messageId\": \"%s\", \"kind\": \"offensive\"}".formatted(messageId));
        Report.await(
                management,
                COUNTS,
                rows ->
                        rows.stream()
                                .anyMatch(row ->
                                        row.path("lineItem").asString().equals("first")
                                                && row.path("hides").asLong() == 1
                                                && row.path("feedback").asLong() == 3));
        JsonNode said =
                management.expect(200, "GET", "/v1/journal?eventType=feedback", "").path("items");
        assertThat(said.valueStream().map(item -> item.path("kind").asString()))
                .containsOnly("hide", "offensive", "repetitive");
        assertThat(said.valueStream().map(item -> item.path("messageId").asString()))
                .contains(messageId);
    }

    private void forget() throws IOException, InterruptedException {
        management.expect(200, "DELETE", "/v1/manage/subscribers/" + SAM_IN_A_PATH, "");
        assertThat(lineItem(served(SAM))).isEqualTo("first");
    }

    /// Three reports of a fetch make a draft of its creative, which a person may approve again.
    private void limit(String messageId) throws IOException, InterruptedException {
        report(messageId, "not_relevant");
        report(messageId, "repetitive");
        HttpResponse<String> before = management.call("GET", FIRST, "");
        ObjectNode creative = (ObjectNode) Api.JSON.readTree(before.body());
        assertThat(creative.path("status").asString()).isEqualTo("approved");

        String settings = "{\"feedbackLimit\": {\"share\": 0.01, \"atLeast\": 4}}";
        assertThat(management.put("/v1/manage/settings", "\"0\"", settings).statusCode())
                .isEqualTo(200);

        awaitStatus("draft");
        JsonNode change =
                management.expect(200, "GET", FIRST + "/history", "").path("items").path(0);
        assertThat(change.path("changedBy").asString()).isEqualTo("feedback_limit");
        assertThat(change.has("keyId") || change.has("userId")).isFalse();
        assertThat(change.at("/resource/draftedFor/reports").asLong()).isEqualTo(4);
        assertThat(lineItem(served("kim"))).isEqualTo("second");
        assertThat(management.put(FIRST, "\"2\"", creative.toString()).statusCode()).isEqualTo(200);
        assertThat(lineItem(served("kim"))).isEqualTo("first");

        // Counted anew: three are too few, a fourth is not.
        String next = served("kim").path("messageId").asString();
        for (String kind : List.of("not_relevant", "offensive", "repetitive")) {
            report(next, kind);
        }
        Report.await(
                management,
                COUNTS,
                rows -> rows.stream().anyMatch(row -> row.path("feedback").asLong() == 8));
        assertThat(status()).isEqualTo("approved");
        report(served("lou").path("messageId").asString(), "offensive");
        awaitStatus("draft");
    }

    private void report(String messageId, String kind) throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/feedback",
                "{\"messageId\": \"%s\", \"kind\": \"%s\"}".formatted(messageId, kind));
    }

    private void awaitStatus(String expected) throws IOException, InterruptedException {
        Eventually.found(expected, DEADLINE, this::status, expected::equals);
    }

    private String status() throws IOException, InterruptedException {
        return management.expect(200, "GET", FIRST, "").path("status").asString();
    }

    private JsonNode served(String subscriber) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                booked.publisher()
                        .fetch(
                                "{\"adUnit\": \"pause\", \"subscriber\": \"%s\"}"
                                        .formatted(subscriber));
        assertThat(answer.statusCode()).isEqualTo(200);
        return Api.JSON.readTree(answer.body());
    }

    /// The creatives are named after their line items.
    private static String lineItem(JsonNode ad) {
        return List.of("first", "second").stream()
                .filter(id -> ad.toString().contains(id))
                .findFirst()
                .orElse("none");
    }
}
