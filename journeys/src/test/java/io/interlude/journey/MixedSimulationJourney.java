package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Seeded requests of everything that a decision may depend on, over HTTP, and what a simulation
/// without a change makes of them: caps, a goal, budgets, every rotation, flows, several ads,
/// conversations with an ad load, values with predictions, a floor, a holdout, repeats and
/// corrections.
final class MixedSimulationJourney {
    /// Enough on a slow machine too: pacing goes by the clock, and 240 filled 198 there.
    private static final int REQUESTS = 300;

    private static final int FILLED = 200;
    private static final long SEED = 20_261_124;
    private static final String SETTINGS =
            """
            {"ranking": "value",
             "adLoad": {"minTurnsBetween": 1, "maxPerConversation": 6, "separation": {"advertiser": 1}}}\
            """;

    private final Bookings booked;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Instant from = Instant.now().minus(Duration.ofMinutes(1));
    private final List<String> served = new ArrayList<>();
    private int repeated;
    private int several;

    private MixedSimulationJourney(Bookings booked) {
        this.booked = booked;
    }

    static void simulateEverythingAtOnce(ProductProcess product) throws Exception {
        MixedSimulationJourney journey =
                new MixedSimulationJourney(Bookings.make(product, "mixed"));
        journey.book();
        for (int number = 0; number < REQUESTS; number++) {
            journey.request(number);
        }
        journey.simulate();
    }

    private void book() throws IOException, InterruptedException {
        assertThat(booked.management().put("/v1/manage/settings", "\"0\"", SETTINGS).statusCode())
                .isEqualTo(200);
        post(
                "ad-units",
                """
                "id": "floored", "code": "floored", "name": "With a floor",
                "floor": {"amount": "1.50", "currency": "USD"}\
                """);
        lineItem(
                "capped",
                "cpm",
                "2.00",
                """
                "rotation": "sequential", "frequencyCaps": [{"scope": "campaign", "max": 3, "per": "P1D"}]\
                """);
        lineItem(
                "goal",
                "cpm",
                "1.00",
                """
                "rotation": "adaptive", "pacing": "even", "goal": {"impressions": 2000}, "endAt": "%s"\
                """
                        .formatted(Instant.now().plus(Duration.ofHours(1))));
        lineItem(
                "budget",
                "cpm",
                "3.00",
                """
                "rotation": "weighted", "pacing": "asap",
                "budget": {"daily": {"amount": "0.12", "currency": "USD"}}\
                """);
        lineItem("clicked", "cpc", "0.04", "\"rotation\": \"adaptive\"");
        lineItem("rest", "cpm", "0.50", "\"priority\": 9");
        post("creatives", flow());
    }

    private static String flow() {
        String flow = RejectedJourney.FLOW.strip().replace("\"f\"", "\"rest\"");
        return flow.substring(1, flow.length() - 1);
    }

    private void lineItem(String id, String model, String amount, String more)
            throws IOException, InterruptedException {
        post(
                "campaigns",
                """
                "id": "%1$s", "name": "%1$s", "advertiserName": "%1$s", "status": "active", "holdout": %2$s\
                """
                        .formatted(id, id.equals("budget") ? "0.3" : "0"));
        post(
                "line-items",
                """
                "id": "%1$s", "campaignId": "%1$s", "name": "%1$s", "status": "active", %4$s,
                "price": {"model": "%2$s", "amount": {"amount": "%3$s", "currency": "USD"}},
                "context": {"topics": []}\
                """
                        .formatted(id, model, amount, more));
        for (int i = 0; i < 3; i++) {
            booked.creative(id + "-" + i, id);
        }
    }

    private void post(String kind, String fields) throws IOException, InterruptedException {
        booked.management().expect(201, "POST", "/v1/manage/" + kind, "{" + fields + "}");
    }

    private void request(int number) throws IOException, InterruptedException {
        int who = random.nextInt(10);
        String body =
                """
                {"adUnit": "%s"%s%s%s}\
                """
                        .formatted(
                                random.nextInt(4) == 0 ? "floored" : "pause",
                                random.nextInt(6) == 0 ? "" : ", \"subscriber\": \"s" + who + "\"",
                                random.nextBoolean()
                                        ? ""
                                        : ", \"conversation\": \"t%d\", \"turn\": %d"
                                                .formatted(who, number),
                                kind());
        String key = random.nextInt(3) == 0 ? "key-" + number : null;
        HttpResponse<String> answer = fetch(body, key);
        if (key != null) {
            HttpResponse<String> again = fetch(body, key);
            assertThat(again.statusCode()).isEqualTo(answer.statusCode());
            assertThat(again.body()).isEqualTo(answer.body());
            repeated++;
        }
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
        if (answer.statusCode() == 200) {
            take(Api.JSON.readTree(answer.body()), number);
        }
    }

    private String kind() {
        return switch (random.nextInt(5)) {
            case 0 -> ", \"adFormat\": \"Flow\"";
            case 1 -> ", \"count\": " + random.nextInt(2, 4);
            default -> "";
        };
    }

    private HttpResponse<String> fetch(String body, @Nullable String key)
            throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(publisher.base().resolve("/v1/fetch/v2"))
                        .header("Authorization", "Bearer " + publisher.key())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return publisher.http().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /// Some ads are clicked, and a few fetches are taken back.
    private void take(JsonNode answer, int number) throws IOException, InterruptedException {
        List<JsonNode> ads = new ArrayList<>();
        if (answer.has("ads")) {
            answer.path("ads").forEach(ads::add);
        } else {
            ads.add(answer);
        }
        several += ads.size() - 1;
        for (JsonNode ad : ads) {
            String messageId = ad.path("messageId").asString();
            served.add(messageId);
            if (random.nextInt(5) == 0) {
                assertThat(booked.publisher().event("click", messageId).statusCode())
                        .isEqualTo(201);
            }
        }
        if (number % 40 == 20) {
            booked.management()
                    .expect(
                            201,
                            "POST",
                            "/v1/corrections",
                            """
                            {"filter": {"messageId": "%s"}, "reason": "a bot"}\
                            """
                                    .formatted(served.get(served.size() / 2)));
        }
    }

    private void simulate() throws IOException, InterruptedException {
        assertThat(served).hasSizeGreaterThan(FILLED);
        assertThat(repeated).isPositive();
        assertThat(several).isPositive();
        Report.await(
                booked.management(),
                "groupBy=lineItem&metrics=fetches&corrections=exclude",
                rows -> fetches(rows).values().stream().mapToLong(n -> n).sum() == served.size());
        for (String changes :
                List.of("{}", "{\"lineItems\": [{\"id\": \"rest\", \"name\": \"Renamed\"}]}")) {
            JsonNode found = SimulationJourney.simulate(booked.management(), from, changes);

            assertThat(found.path("simulated")).as(changes).isEqualTo(found.path("actual"));
            Map<String, Long> actual = new TreeMap<>();
            found.path("actual")
                    .forEach(row ->
                            actual.put(
                                    row.path("lineItemId").asString(),
                                    row.path("fetches").asLong()));
            assertThat(actual.keySet())
                    .containsExactlyInAnyOrder("capped", "goal", "budget", "clicked", "rest");
            Report.await(
                    booked.management(),
                    "groupBy=lineItem&metrics=fetches&corrections=exclude",
                    rows -> fetches(rows).equals(actual));
        }
    }

    private static Map<String, Long> fetches(List<JsonNode> rows) {
        return rows.stream()
                .collect(
                        Collectors.toMap(
                                row -> row.path("lineItem").asString(),
                                row -> row.path("fetches").asLong(),
                                Long::sum,
                                TreeMap::new));
    }
}
