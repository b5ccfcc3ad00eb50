package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A fetch that never should have counted is taken back: by the cap, the reports and the spend.
final class CorrectionJourney {
    private CorrectionJourney() {}

    static void takeAFetchBack(ProductProcess product) throws Exception {
        // given
        Bookings booked =
                Bookings.make(product, "corrected")
                        .lineItem(
                                "once",
                                """
                                "frequencyCaps": [{"max": 1, "per": "lifetime", "scope": "lineItem"}],\
                                """);
        String fetch = "{\"adUnit\": \"pause\", \"subscriber\": \"one\"}";
        String messageId =
                Api.JSON
                        .readTree(booked.publisher().fetch(fetch).body())
                        .path("messageId")
                        .asString();
        assertThat(booked.publisher().event("read", messageId).statusCode()).isEqualTo(201);
        assertThat(booked.publisher().fetch(fetch).statusCode()).isEqualTo(204);

        // when
        JsonNode corrected =
                booked.management()
                        .expect(
                                201,
                                "POST",
                                "/v1/corrections",
                                """
                                {"filter": {"messageId": "%s"}, "reason": "a bot"}\
                                """
                                        .formatted(messageId));

        // then
        assertThat(corrected.path("events").asInt()).isEqualTo(2);
        assertThat(
                        booked.management()
                                .expect(200, "GET", "/v1/journal/" + messageId, "")
                                .path("items"))
                .hasSize(2)
                .allMatch(item -> item.path("verdict").asString().equals("corrected"));
        Report.await(
                booked.management(),
                "groupBy=lineItem&lineItem=once&metrics=fetches,reads,spend",
                List::isEmpty);
        Report.await(
                booked.management(),
                "groupBy=lineItem&lineItem=once&metrics=fetches,reads,reach&corrections=exclude",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 1
                                && rows.getFirst().path("reads").asLong() == 1
                                && rows.getFirst().path("reach").asLong() == 1);
        // A fetch's own memory of what it served may outlive the report by a moment.
        Eventually.holds("the cap has room again", () -> isServed(booked, fetch));
        assertThat(booked.publisher().fetch(fetch).statusCode()).isEqualTo(204);
    }

    private static boolean isServed(Bookings booked, String fetch) {
        try {
            return booked.publisher().fetch(fetch).statusCode() == 200;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
