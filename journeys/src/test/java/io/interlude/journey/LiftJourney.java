package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A campaign of which half of the subscribers see nothing: their conversions are told by
/// subscriber, make its lift, and are in no other count.
final class LiftJourney {
    private static final int SUBSCRIBERS = 60;
    private static final String LIFT = "/v1/reports/lift?campaign=half&goal=order";

    private final Bookings booked;
    private final List<String> exposed = new ArrayList<>();
    private final List<String> heldOut = new ArrayList<>();

    private LiftJourney(Bookings booked) {
        this.booked = booked;
    }

    static void compareThoseServedWithThoseHeldOut(ProductProcess product) throws Exception {
        LiftJourney journey =
                new LiftJourney(
                        Bookings.make(product, "lifted").lineItem("rest", "\"priority\": 9,"));
        journey.book();
        journey.fetch();
        journey.convert();
        journey.awaitLift();
        journey.assertInNoOtherCount();
    }

    private void book() throws IOException, InterruptedException {
        post(
                "campaigns",
                """
                {"id": "half", "name": "Half", "advertiserName": "Half", "status": "active", "holdout": 0.5}\
                """);
        post(
                "line-items",
                """
                {"id": "half", "campaignId": "half", "name": "half", "status": "active", "priority": 1,
                 "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}}}\
                """);
        booked.creative("half", "half");
        post(
                "conversion-goals",
                """
                {"id": "order", "name": "Order", "match": {"names": ["order"]}}\
                """);
    }

    private void post(String kind, String body) throws IOException, InterruptedException {
        booked.management().expect(201, "POST", "/v1/manage/" + kind, body);
    }

    /// Whoever is held out is served the rest.
    private void fetch() throws IOException, InterruptedException {
        for (int number = 0; number < SUBSCRIBERS; number++) {
            String subscriber = "s" + number;
            for (int times = 0; times < 2; times++) {
                String ad =
                        booked.publisher()
                                .fetch(
                                        """
                                        {"adUnit": "pause", "subscriber": "%s"}\
                                        """
                                                .formatted(subscriber))
                                .body();
                boolean held = Api.JSON.readTree(ad).path("payload").toString().contains("rest");
                if (times == 0) {
                    (held ? heldOut : exposed).add(subscriber);
                }
                assertThat((held ? heldOut : exposed).getLast()).isEqualTo(subscriber);
            }
        }
        assertThat(exposed).hasSizeBetween(12, SUBSCRIBERS - 12);
    }

    /// Half of those served, a quarter of those held out, and one who never came.
    private void convert() throws IOException, InterruptedException {
        List<String> converted = new ArrayList<>(exposed.subList(0, exposed.size() / 2));
        converted.addAll(heldOut.subList(0, heldOut.size() / 4));
        converted.add("nobody");
        for (String subscriber : converted) {
            booked.publisher()
                    .expect(
                            201,
                            "POST",
                            "/v1/event/offlineConversion",
                            """
                            {"subscriber": "%s", "eventData": {"name": "order"}}\
                            """
                                    .formatted(subscriber));
        }
    }

    private void awaitLift() {
        Eventually.holds(
                "the lift tells of each conversion",
                () ->
                        isArm("exposed", exposed.size(), exposed.size() / 2)
                                && isArm("heldOut", heldOut.size(), heldOut.size() / 4));
    }

    private boolean isArm(String name, int subscribers, int converted) {
        try {
            JsonNode arm = booked.management().expect(200, "GET", LIFT, "").path(name);
            return arm.path("subscribers").asInt() == subscribers
                    && arm.path("converted").asInt() == converted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Neither campaign has them, and nobody is reached by them.
    private void assertInNoOtherCount() throws IOException, InterruptedException {
        long converted = 1L + exposed.size() / 2 + heldOut.size() / 4;
        Report.await(
                booked.management(),
                "groupBy=campaign&metrics=fetches,reach,conversions",
                rows ->
                        rows.stream()
                                .map(LiftJourney::counts)
                                .collect(Collectors.toSet())
                                .equals(
                                        Set.of(
                                                List.of("half", counts(exposed), 0L),
                                                List.of("campaign", counts(heldOut), 0L),
                                                List.of("", List.of(0L, 0L), converted))));
    }

    private static List<Object> counts(JsonNode row) {
        return List.of(
                row.path("campaign").asString(),
                List.of(row.path("fetches").asLong(), row.path("reach").asLong()),
                row.path("conversions").asLong());
    }

    /// Each has fetched twice.
    private static List<Long> counts(List<String> subscribers) {
        return List.of(2L * subscribers.size(), (long) subscribers.size());
    }
}
