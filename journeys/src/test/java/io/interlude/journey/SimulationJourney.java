package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// What would have been, of requests that came over HTTP.
final class SimulationJourney {
    private static final int REQUESTS = 60;
    private static final String CAPPED =
            """
            "priority": 3, "frequencyCaps": [{"scope": "lineItem", "max": 2, "per": "P1D"}],\
            """;

    private final Bookings booked;
    private final Instant from = Instant.now().minusSeconds(60);

    private SimulationJourney(Bookings booked) {
        this.booked = booked;
    }

    static void simulateWhatHappenedAndWhatWouldHave(ProductProcess product) throws Exception {
        SimulationJourney journey =
                new SimulationJourney(
                        Bookings.make(product, "simulated")
                                .lineItem("capped", CAPPED)
                                .lineItem("rest", "\"priority\": 9,"));
        int capped = journey.play();
        JsonNode same = journey.simulate("{}");
        assertThat(same.path("simulated")).isEqualTo(same.path("actual"));
        assertThat(fetches(same.path("actual"), "capped")).isEqualTo(capped);
        assertThat(fetches(same.path("actual"), "rest")).isEqualTo(REQUESTS - capped);
        JsonNode looser =
                journey.simulate("{\"lineItems\": [{\"id\": \"capped\", \"frequencyCaps\": []}]}");
        assertThat(looser.path("actual")).isEqualTo(same.path("actual"));
        assertThat(fetches(looser.path("simulated"), "capped")).isEqualTo(REQUESTS);
        JsonNode paused =
                journey.simulate("{\"lineItems\": [{\"id\": \"capped\", \"status\": \"paused\"}]}");
        assertThat(fetches(paused.path("simulated"), "rest")).isEqualTo(REQUESTS);
        MixedSimulationJourney.simulateEverythingAtOnce(product);
        LiftJourney.compareThoseServedWithThoseHeldOut(product);
    }

    /// @return how many the capped line item was served
    private int play() throws IOException, InterruptedException {
        int capped = 0;
        for (int number = 0; number < REQUESTS; number++) {
            JsonNode ad =
                    Api.JSON.readTree(
                            booked.publisher()
                                    .fetch(
                                            """
                                            {"adUnit": "pause", "subscriber": "s%d"}\
                                            """
                                                    .formatted(number % 6))
                                    .body());
            assertThat(ad.path("messageId").asString()).isNotEmpty();
            capped += number < 12 ? 1 : 0;
        }
        return capped;
    }

    private static long fetches(JsonNode rows, String lineItem) {
        long sum = 0;
        for (JsonNode row : rows) {
            sum +=
                    row.path("lineItemId").asString().equals(lineItem)
                            ? row.path("fetches").asLong()
                            : 0;
        }
        return sum;
    }

    private JsonNode simulate(String changes) throws IOException, InterruptedException {
        return simulate(booked.management(), from, changes);
    }

    /// What a simulation of the time until now comes to.
    static JsonNode simulate(Api management, Instant from, String changes)
            throws IOException, InterruptedException {
        return management.run(
                "/v1/simulations",
                """
                {"from": "%s", "to": "%s", "changes": %s}\
                """
                        .formatted(from, Instant.now().plusSeconds(60), changes),
                "done");
    }
}
