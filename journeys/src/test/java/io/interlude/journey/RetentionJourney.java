package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// An org that keeps its events for a day: what they tell is in no topic as it came, and is told to
/// the org for that day. What is past is tested where clocks can be moved.
final class RetentionJourney {
    private static final String SETTINGS = "/v1/manage/settings";

    private final Bookings booked;
    private final ProductProcess product;

    private RetentionJourney(Bookings booked, ProductProcess product) {
        this.booked = booked;
        this.product = product;
    }

    static void keepEventsForADay(ProductProcess product) throws Exception {
        RetentionJourney journey =
                new RetentionJourney(
                        Bookings.make(product, "expiring").lineItem("expires", ""), product);
        HttpResponse<String> set =
                journey.booked
                        .management()
                        .put(SETTINGS, "\"0\"", "{\"retention\": {\"events\": \"P1D\"}}");
        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
        int fetches = journey.fetchUntilNoTopicTells();
        journey.isToldForADay(fetches);
    }

    private static String word(int number) {
        return "expiring-word-" + number + "-";
    }

    /// @return how many fetches there were; only of the last no topic tells
    private int fetchUntilNoTopicTells() throws IOException, InterruptedException {
        AtomicInteger number = new AtomicInteger();
        return Eventually.found(
                "events are encrypted",
                () -> {
                    fetchAndReport(word(number.incrementAndGet()));
                    return number.get();
                },
                fetches -> !isTold(word(fetches)));
    }

    private boolean isTold(String word) {
        Canaries canaries = new Canaries();
        canaries.secret("word", word);
        new CanarySearch(canaries).topics(product.brokers());
        return !canaries.found().isEmpty();
    }

    private void fetchAndReport(String word) throws IOException, InterruptedException {
        JsonNode ad =
                booked.publisher()
                        .expect(
                                200,
                                "POST",
                                "/v1/fetch/v2",
                                """
                                {"adUnit": "pause", "subscriber": "s", "attributes": {"said": "%s"}}\
                                """
                                        .formatted(word));
        booked.publisher()
                .expect(
                        201,
                        "POST",
                        "/v1/event",
                        """
                        {"version": 2, "eventType": "read", "fetchEventId": "%s", "eventData": {"note": "%s"}}\
                        """
                                .formatted(ad.path("messageId").asString(), word));
    }

    private void isToldForADay(int fetches) throws IOException, InterruptedException {
        Report.await(
                booked.management(),
                "metrics=fetches,reads",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == fetches
                                && rows.getFirst().path("reads").asLong() == fetches);
        JsonNode items = awaitItems(2 * fetches).path("items");
        String last = word(fetches);
        for (JsonNode item : items) {
            assertThat(item.has("pastRetention")).as(item.toString()).isFalse();
            assertThat(item.has("attributes") || item.has("eventData"))
                    .as(item.toString())
                    .isTrue();
        }
        JsonNode read = items.path(2 * fetches - 1);
        assertThat(items.path(2 * fetches - 2).path("attributes").path("said").asString())
                .isEqualTo(last);
        assertThat(read.path("eventData").path("note").asString()).isEqualTo(last);
        JsonNode decision =
                booked.management()
                        .expect(
                                200,
                                "GET",
                                "/v1/journal/" + read.path("messageId").asString() + "/decision",
                                "");
        assertThat(decision.path("recomputed").path("matches").asBoolean()).isTrue();
        assertThat(decision.path("attributes").path("said").asString()).isEqualTo(last);
        JsonNode audit = booked.management().run("/v1/audits", "{}", "passed");
        assertThat(audit.has("notAvailable")).isFalse();
    }

    private JsonNode awaitItems(int count) throws IOException, InterruptedException {
        return Eventually.found(
                "the journal tells of all",
                () -> {
                    HttpResponse<String> page =
                            booked.management()
                                    .call("GET", "/v1/journal?eventType=fetch,read&limit=1000", "");
                    return page.statusCode() == 200
                            ? Api.JSON.readTree(page.body())
                            : Api.JSON.missingNode();
                },
                page -> page.path("items").size() == count);
    }
}
