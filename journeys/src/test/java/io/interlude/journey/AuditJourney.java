package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/// Audits of an org while events are coming in, and after some were taken back.
final class AuditJourney {
    private static final int ORDERS = 5;

    private final Bookings booked;
    private final List<String> fetches = new ArrayList<>();

    private AuditJourney(Bookings booked) {
        this.booked = booked;
    }

    static void auditUnderTrafficAndAfterCorrections(ProductProcess product) throws Exception {
        AuditJourney journey =
                new AuditJourney(
                        Bookings.make(product, "audited")
                                .lineItem("f", "\"weight\": 3,")
                                .lineItem("g", "\"weight\": 1,"));
        journey.booked
                .management()
                .expect(201, "POST", "/v1/manage/creatives", RejectedJourney.FLOW);
        assertThat(
                        journey.booked
                                .management()
                                .put(
                                        "/v1/manage/settings",
                                        "\"0\"",
                                        "{\"reportedAttributes\": [\"country\", \"tags\"]}")
                                .statusCode())
                .isEqualTo(200);
        journey.bookAShadow();
        journey.auditUnderTraffic();
        journey.reportTheShadow();
        JsonNode before = journey.quietAudit();
        journey.correctAndAudit(before);
        assertThat(
                        Bookings.make(product, "auditor")
                                .management()
                                .call("GET", "/v1/audits/" + before.path("id").asString(), "")
                                .statusCode())
                .isEqualTo(404);
    }

    private void bookAShadow() throws IOException, InterruptedException {
        Api management = booked.management();
        management.expect(
                201,
                "POST",
                "/v1/manage/line-items",
                """
                {"id": "shadow", "campaignId": "campaign", "name": "Shadow", "status": "shadow",
                 "priority": 1, "price": {"model": "cpm", "amount": {"amount": "4.00", "currency": "USD"}}}\
                """);
        booked.creative("shadow-creative", "shadow");
        management.expect(
                422,
                "POST",
                "/v1/manage/campaigns",
                """
                {"id": "dark", "name": "Dark", "advertiserName": "Dark", "status": "shadow"}\
                """);
        assertThat(booked.publisher().fetch("{\"adUnit\": \"pause\", \"test\": true}").body())
                .contains("disqualifications")
                .doesNotContain("shadow");
    }

    private void reportTheShadow() throws IOException, InterruptedException {
        Api management = booked.management();
        management.expect(400, "GET", "/v1/reports?metrics=wouldServe", "");
        Report.await(
                management,
                "groupBy=lineItem&shadow=true&metrics=fetches,wouldServe,wouldSpend",
                rows ->
                        rows.stream()
                                .filter(row -> row.path("lineItem").asString().equals("shadow"))
                                .anyMatch(row ->
                                        row.path("fetches").asLong() == 0
                                                && row.path("wouldServe").asLong() > 0
                                                && new BigDecimal(row.path("wouldSpend").asString())
                                                                .movePointRight(3)
                                                                .longValueExact()
                                                        == 4 * row.path("wouldServe").asLong()));
        Report.await(
                management,
                "groupBy=lineItem",
                rows ->
                        rows.stream()
                                .noneMatch(
                                        row -> row.path("lineItem").asString().equals("shadow")));
        JsonNode decision =
                management.expect(200, "GET", "/v1/journal/" + fetches.get(1) + "/decision", "");
        assertThat(decision.at("/recomputed/matches").asBoolean())
                .as(decision.toPrettyString())
                .isTrue();
        assertThat(decision.path("shadows").toString())
                .isEqualTo(
                        """
                        [{"lineItemId":"shadow","campaignId":"campaign","wouldSpend":{"amount":"0.004","currency":"USD"}}]\
                        """);
    }

    private void auditUnderTraffic() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Throwable> failures = new ArrayList<>();
        Thread traffic =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                for (int number = 0; number < 150 || !done.get(); number++) {
                                    play(number);
                                }
                            } catch (IOException | InterruptedException | AssertionError e) {
                                failures.add(e);
                            }
                        });
        audit("{}");
        audit("{}");
        done.set(true);
        traffic.join();
        assertThat(failures).isEmpty();
    }

    /// A fetch and what follows it: repeats, copies, steps of a flow, other currencies, tests.
    private void play(int number) throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        String format = number % 4 == 0 ? "\"adFormat\": \"Flow\"," : "";
        String test = number % 10 == 9 ? "\"test\": true," : "";
        JsonNode ad =
                Api.JSON.readTree(
                        publisher
                                .fetch(
                                        """
                                        {"adUnit": "pause", %s %s "subscriber": "s%d",
                                         "attributes": {"country": "c%d", "tags": ["t%d", "u"]}}\
                                        """
                                                .formatted(
                                                        format,
                                                        test,
                                                        number % 40,
                                                        number % 7,
                                                        number % 3))
                                .body());
        String messageId = ad.path("messageId").asString();
        fetches.add(messageId);
        for (String type : List.of("send", "read", "click", "click", "conversion")) {
            assertThat(publisher.event(type, messageId).statusCode()).isEqualTo(201);
        }
        if (!format.isEmpty()) {
            post("choice_tap", messageId, "\"nodeId\": \"size\", \"choiceId\": \"small\"", number);
            post("choice_tap", messageId, "\"nodeId\": \"size\", \"choiceId\": \"none\"", -number);
        }
        post("conversion", messageId, "\"value\": 1.25, \"cur\": \"EUR\"", number);
        post("conversion", messageId, "\"value\": 1.25, \"cur\": \"EUR\"", number);
        post("conversion", messageId, "\"orderId\": \"o-" + number % ORDERS + "\"", -1 - number);
        var _ = publisher.call("GET", "/v1/event?name=visit&value=2&cur=USD", "");
    }

    private void post(String type, String messageId, String data, int key)
            throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        HttpRequest request =
                HttpRequest.newBuilder(publisher.base().resolve("/v1/event"))
                        .header("Authorization", "Bearer " + publisher.key())
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", type + key)
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        """
                                        {"version": 2, "eventType": "%s", "fetchEventId": "%s", "eventData": {%s}}\
                                        """
                                                .formatted(type, messageId, data)))
                        .build();
        assertThat(
                        publisher
                                .http()
                                .send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                .isEqualTo(201);
    }

    private void correctAndAudit(JsonNode before) throws IOException, InterruptedException {
        // given
        JsonNode corrected =
                booked.management()
                        .expect(
                                201,
                                "POST",
                                "/v1/corrections",
                                """
                                {"eventIds": ["%s", "%s"], "reason": "bots"}\
                                """
                                        .formatted(fetches.get(1), fetches.get(4)));
        assertThat(corrected.path("events").asInt()).isEqualTo(2);

        // when
        JsonNode after = audit("{}");
        JsonNode asOf =
                audit(
                        """
                        {"asOf": "%s"}\
                        """
                                .formatted(before.path("finishedAt").asString()));

        // then
        awaitEachOrderOnce();
        assertThat(fetches(after)).isEqualTo(fetches(before) - 2);
        assertThat(asOf.path("totals")).isEqualTo(before.path("totals"));
        assertThat(
                        booked.management()
                                .expect(200, "GET", "/v1/audits", "")
                                .path("items")
                                .path(0)
                                .path("id"))
                .isEqualTo(asOf.path("id"));
    }

    /// However many fetches an order is reported for, and one of them taken back.
    private void awaitEachOrderOnce() throws IOException, InterruptedException {
        List<JsonNode> orders =
                Eventually.found(
                        "each order counts once",
                        this::orders,
                        found -> counted(found).size() == Set.copyOf(names(found)).size());
        assertThat(counted(orders)).containsExactlyInAnyOrderElementsOf(Set.copyOf(names(orders)));
        assertThat(counted(orders)).hasSizeGreaterThanOrEqualTo(ORDERS);
    }

    private static List<String> counted(List<JsonNode> orders) {
        return names(
                orders.stream()
                        .filter(event -> event.path("verdict").asString().equals("counted"))
                        .toList());
    }

    /// Line item and order of each.
    private static List<String> names(List<JsonNode> orders) {
        return orders.stream()
                .map(event ->
                        event.path("lineItemId").asString() + event.path("orderId").asString())
                .toList();
    }

    /// The conversions that name an order, but those of tests.
    private List<JsonNode> orders() throws IOException, InterruptedException {
        List<JsonNode> orders = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page =
                    booked.management()
                            .expect(
                                    200,
                                    "GET",
                                    "/v1/journal?eventType=conversion&limit=1000" + cursor,
                                    "");
            page.path("items")
                    .forEach(event -> {
                        if (event.has("orderId") && !event.path("test").asBoolean()) {
                            orders.add(event);
                        }
                    });
            cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asString() : "";
        } while (!cursor.isEmpty());
        return orders;
    }

    private static long fetches(JsonNode audit) {
        long sum = 0;
        for (JsonNode total : audit.path("totals")) {
            sum += total.path("fetches").asLong();
        }
        return sum;
    }

    /// Fetches may still be told of their orders when the traffic has ended.
    private JsonNode quietAudit() throws IOException, InterruptedException {
        awaitEachOrderOnce();
        JsonNode audit = audit("{}");
        for (int tries = 0; tries < 10 && audit.path("changingCells").asLong() > 0; tries++) {
            audit = audit("{}");
        }
        assertThat(audit.path("changingCells").asLong()).isZero();
        return audit;
    }

    private JsonNode audit(String body) throws IOException, InterruptedException {
        return booked.management().run("/v1/audits", body, "passed");
    }
}
