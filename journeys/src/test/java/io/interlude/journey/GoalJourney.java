package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Line items with a goal of [#GOAL] impressions over a flight of [#SECONDS] seconds, each on an ad
/// unit of its own, which is asked twenty times a second: one left alone, one paused for a quarter,
/// and one of which [#TAKEN_BACK] fetches are taken back.
final class GoalJourney {
    private static final int GOAL = 48;
    private static final int SECONDS = 24;
    private static final int TAKEN_BACK = 4;
    private static final int QUARTERS = 4;
    private static final long BETWEEN_MILLIS = 50;
    private static final List<String> LINE_ITEMS = List.of("steady", "paused", "corrected");

    private final Bookings booked;
    private final Map<String, List<String>> lineItemToServed = new TreeMap<>();
    private final List<Map<String, Integer>> atQuarters = new ArrayList<>();

    /// The longest time so far in which nothing was asked, since the machine had other things to
    /// do.
    private Duration longestGap = Duration.ZERO;

    private Instant asked = Instant.MIN;

    private final List<Duration> gapsAtQuarters = new ArrayList<>();

    private GoalJourney(Bookings booked) {
        this.booked = booked;
        LINE_ITEMS.forEach(id -> lineItemToServed.put(id, new ArrayList<>()));
    }

    static void deliverOverAShortFlight(ProductProcess product) throws Exception {
        new GoalJourney(Bookings.make(product, "goals")).play();
    }

    private void play() throws Exception {
        Instant end = Instant.now().plusSeconds(SECONDS + 2);
        for (String id : LINE_ITEMS) {
            book(id, end);
        }
        Instant start = end.minusSeconds(SECONDS);
        asked = Instant.now();
        ScheduledExecutorService requests = Executors.newSingleThreadScheduledExecutor();
        try (requests) {
            for (int quarter = 1; quarter <= QUARTERS; quarter++) {
                Instant until = start.plusSeconds((long) SECONDS / QUARTERS * quarter);
                askUntil(requests, until);
                atQuarters.add(counts());
                gapsAtQuarters.add(longestGap);
                change(quarter);
            }
        }
        assertQuarters();
        assertReport();
        assertRecomputed();
    }

    private void book(String id, Instant end) throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/ad-units",
                        """
                        {"id": "%s", "code": "%s", "name": "A pause"}\
                        """
                                .formatted(id, id));
        Instant start = end.minusSeconds(SECONDS);
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/line-items",
                        """
                        {"id": "%s", "campaignId": "campaign", "name": "A goal", "status": "active",
                         "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}},
                         "adUnits": ["%s"], "goal": {"impressions": %d}, "pacing": "even",
                         "startAt": "%s", "endAt": "%s"}\
                        """
                                .formatted(id, id, GOAL, start, end));
        booked.creative(id + "-creative", id);
    }

    private void askUntil(ScheduledExecutorService requests, Instant until) throws Exception {
        while (asked.isBefore(until)) {
            requests.schedule(this::askAll, BETWEEN_MILLIS, TimeUnit.MILLISECONDS).get();
            Instant now = Instant.now();
            Duration gap = Duration.between(asked, now);
            longestGap = gap.compareTo(longestGap) > 0 ? gap : longestGap;
            asked = now;
        }
    }

    private Void askAll() throws IOException, InterruptedException {
        for (String id : LINE_ITEMS) {
            HttpResponse<String> answer =
                    booked.publisher().fetch("{\"adUnit\": \"%s\"}".formatted(id));
            if (answer.statusCode() == 200) {
                String messageId = Api.JSON.readTree(answer.body()).path("messageId").asString();
                lineItemToServed.get(id).add(messageId);
            }
        }
        return null;
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        lineItemToServed.forEach((id, served) -> counts.put(id, served.size()));
        return counts;
    }

    private void change(int quarter) throws IOException, InterruptedException {
        if (quarter == 1) {
            setStatus("active", "paused");
        } else if (quarter == 2) {
            setStatus("paused", "active");
            for (String messageId : lineItemToServed.get("corrected").subList(0, TAKEN_BACK)) {
                booked.management()
                        .expect(
                                201,
                                "POST",
                                "/v1/corrections",
                                """
                                {"filter": {"messageId": "%s"}, "reason": "a bot"}\
                                """
                                        .formatted(messageId));
            }
        }
    }

    private void setStatus(String from, String to) throws IOException, InterruptedException {
        String path = "/v1/manage/line-items/paused";
        HttpResponse<String> read = booked.management().call("GET", path, "");
        HttpResponse<String> changed =
                booked.management()
                        .put(
                                path,
                                read.headers().firstValue("ETag").orElseThrow(),
                                read.body()
                                        .replace(
                                                "\"status\":\"" + from + "\"",
                                                "\"status\":\"" + to + "\""));
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    }

    private void assertQuarters() {
        for (int quarter = 1; quarter < QUARTERS; quarter++) {
            int planned = GOAL / QUARTERS * quarter;
            int plannedInGap =
                    (int) (gapsAtQuarters.get(quarter - 1).toMillis() * GOAL / SECONDS / 1_000);
            assertThat(atQuarters.get(quarter - 1).get("steady"))
                    .as("at %s: %s, with gaps of %s", quarter, atQuarters, gapsAtQuarters)
                    .isBetween(planned - 2 - plannedInGap, planned + 2);
        }
        assertThat(atQuarters.get(1).get("paused")).isBetween(GOAL / 4 - 2, GOAL / 4 + 2);
        assertThat(atQuarters.getLast())
                .isEqualTo(Map.of("steady", GOAL, "paused", GOAL, "corrected", GOAL + TAKEN_BACK));
    }

    private void assertReport() throws IOException, InterruptedException {
        Report.await(
                booked.management(),
                "groupBy=lineItem&metrics=fetches",
                rows ->
                        rows.size() == LINE_ITEMS.size()
                                && rows.stream()
                                        .allMatch(row -> row.path("fetches").asInt() == GOAL));
        JsonNode items =
                booked.management().expect(200, "GET", "/v1/reports/delivery", "").path("items");
        assertThat(items)
                .hasSize(LINE_ITEMS.size())
                .allMatch(item -> item.path("status").asString().equals("finished"))
                .allMatch(item -> item.path("delivered").asInt() == GOAL)
                .allMatch(item -> item.path("plannedByNow").asInt() == GOAL)
                .allMatch(item ->
                        item.path("stoppedBy").path(0).path("rule").asString().equals("pacing"))
                // While it is paused no rule holds it back, so its shares hang on the requests
                // then.
                .filteredOn(item -> !item.path("lineItemId").asString().equals("paused"))
                .allMatch(item -> item.path("stoppedBy").path(0).path("share").asDouble() > 0.5);
    }

    private void assertRecomputed() throws IOException, InterruptedException {
        for (String messageId : lineItemToServed.get("steady")) {
            JsonNode decision =
                    booked.management()
                            .expect(200, "GET", "/v1/journal/" + messageId + "/decision", "");
            assertThat(decision.path("recomputed").path("matches").asBoolean())
                    .as(decision.toString())
                    .isTrue();
        }
    }
}
