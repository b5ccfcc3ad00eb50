package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decisions with caps, plans, contexts and every rotation, made while the catalogue changes, and
/// all of them explained; what rotation and no-fills are told of agrees with them.
final class ExplainJourney {
    private static final int FETCHES = 240;
    private static final int SUBSCRIBERS = 20;
    private static final int TESTS = 5;
    private static final int TRIES = 1_200;

    private final Bookings booked;
    private final List<String> soloFetches = new ArrayList<>();

    private ExplainJourney(Bookings booked) {
        this.booked = booked;
    }

    static void fetchChangeAndExplain(ProductProcess product)
            throws IOException, InterruptedException {
        ExplainJourney journey = new ExplainJourney(Bookings.make(product, "explain"));
        journey.book();
        journey.asksForANeed();
        journey.fetchWhileTheCatalogueChanges();
        List<JsonNode> asked = journey.journal();
        journey.explainAll(asked);
        journey.saysNothingToOthers(product);
        journey.rotationIsWhatTheNextFetchGoesBy();
        journey.noFillsAgreeWithTheReports();
    }

    private void book() throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/ad-units",
                        """
                        {"id": "solo", "code": "solo", "name": "Alone"}\
                        """);
        book(
                "solo",
                "\"pacing\": \"asap\", \"rotation\": \"adaptive\", \"adUnits\": [\"solo\"]",
                3);
        book(
                "capped",
                """
                "pacing": "asap", "rotation": "sequential", "adUnits": ["pause"],
                "frequencyCaps": [{"max": 2, "per": "PT1H", "scope": "lineItem"},
                                  {"max": 1, "per": "lifetime", "scope": "creative"}]\
                """,
                3);
        book(
                "planned",
                """
                "pacing": "even", "rotation": "weighted", "adUnits": ["pause"],
                "budget": {"dailyImpressions": 30}, "context": {"topics": ["running shoes"]}\
                """,
                2);
        book(
                "targeted",
                """
                "pacing": "asap", "rotation": "adaptive", "adUnits": ["pause"],
                "budget": {"dailyImpressions": 60},
                "targeting": {"attribute": "country", "op": "in", "value": ["US", "CA"]}\
                """,
                2);
    }

    private void asksForANeed() throws IOException, InterruptedException {
        String path = "/v1/manage/settings";
        HttpResponse<String> read = booked.management().call("GET", path, "");
        String tag = read.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> written =
                booked.management().put(path, tag, "{\"suitability\": {\"need\": 0.2}}");
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
    }

    private void book(String id, String more, int creatives)
            throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/line-items",
                        """
                        {"id": "%s", "campaignId": "campaign", "name": "%s", "status": "active",
                         "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}},
                         "timeZone": "UTC", %s}\
                        """
                                .formatted(id, id, more));
        for (int i = 0; i < creatives; i++) {
            booked.creative(id + "-" + i, id);
        }
    }

    private void fetchWhileTheCatalogueChanges() throws IOException, InterruptedException {
        for (int i = 0; i < FETCHES; i++) {
            if (i % 20 == 19) {
                reweigh(i % 40 == 19 ? "targeted" : "planned", 1 + i % 7);
            }
            HttpResponse<String> answer = fetch(i, i < TESTS);
            String messageId =
                    answer.statusCode() == 200
                            ? Api.JSON.readTree(answer.body()).path("messageId").asString("")
                            : "";
            if (i % 3 == 0 && i >= TESTS && !messageId.isEmpty()) {
                soloFetches.add(messageId);
                if (i % 12 == 0) {
                    booked.publisher().event("click", messageId);
                }
            }
        }
    }

    private HttpResponse<String> fetch(int number, boolean test)
            throws IOException, InterruptedException {
        ObjectNode body = Api.JSON.createObjectNode();
        body.put("adUnit", number % 3 == 0 ? "solo" : "pause");
        if (number % 4 != 0) {
            body.put("subscriber", "somebody-" + number % SUBSCRIBERS);
        }
        if (number % 5 == 0) {
            body.put(
                    "context",
                    number % 10 == 0
                            ? "Which shoes are good for running on wet roads?"
                            : "what is 17 times 4?");
        }
        body.putObject("attributes").put("country", number % 2 == 0 ? "US" : "FR");
        if (test) {
            body.put("test", true);
        }
        return booked.publisher().fetch(Api.JSON.writeValueAsString(body));
    }

    private void reweigh(String id, int weight) throws IOException, InterruptedException {
        String path = "/v1/manage/line-items/" + id;
        HttpResponse<String> read = booked.management().call("GET", path, "");
        ObjectNode lineItem = (ObjectNode) Api.JSON.readTree(read.body());
        lineItem.put("weight", weight);
        String tag = read.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> written =
                booked.management().put(path, tag, Api.JSON.writeValueAsString(lineItem));
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
    }

    /// Every request, once the journal tells of all of them.
    private List<JsonNode> journal() throws IOException, InterruptedException {
        String path = "/v1/journal?eventType=fetch,no_fill&limit=1000";
        List<JsonNode> items =
                Eventually.found(
                        "the journal tells of every request",
                        () ->
                                booked.management()
                                        .expect(200, "GET", path, "")
                                        .path("items")
                                        .valueStream()
                                        .toList(),
                        found -> found.size() >= FETCHES);
        assertThat(items).hasSize(FETCHES);
        return items;
    }

    private void explainAll(List<JsonNode> asked) throws IOException, InterruptedException {
        Map<Long, Integer> revisionToCount = new TreeMap<>();
        Map<String, Integer> outcomeToCount = new TreeMap<>();
        Set<Double> needs = new HashSet<>();
        for (JsonNode item : asked) {
            JsonNode decision = decision(item.path("messageId").asString());
            assertThat(decision.path("recomputed").path("matches").asBoolean())
                    .as(() -> decision.toPrettyString())
                    .isTrue();
            assertThat(decision.toString()).doesNotContain("somebody-", "wet roads");
            assertThat(decision.path("test").asBoolean()).isEqualTo(item.path("test").asBoolean());
            revisionToCount.merge(decision.path("catalogueRevision").asLong(), 1, Integer::sum);
            outcomeToCount.merge(
                    decision.path("filled").asBoolean()
                            ? decision.path("lineItemId").asString()
                            : decision.path("reason").asString(),
                    1,
                    Integer::sum);
            explains(decision);
            needs.add(decision.path("context").path("need").asDouble(-1));
        }
        assertThat(needs)
                .allMatch(need -> need >= -1 && need <= 1)
                .anyMatch(need -> need >= 0.2)
                .anyMatch(need -> need >= 0 && need < 0.2);
        assertThat(revisionToCount).hasSizeGreaterThan(8);
        assertThat(outcomeToCount).containsKeys("solo", "capped", "targeted", "frequency_capped");
    }

    /// Each candidate has every rule, and no more than one that it broke.
    private static void explains(JsonNode decision) {
        for (JsonNode candidate : decision.path("candidates")) {
            assertThat(candidate.path("rules"))
                    .hasSizeGreaterThan(12)
                    .hasSameSizeAs(decision.path("candidates").path(0).path("rules"));
            String rule = candidate.path("rule").asString();
            for (JsonNode held : candidate.path("rules")) {
                assertThat(held.path("verdict").asString().equals("broken"))
                        .isEqualTo(held.path("rule").asString().equals(rule));
            }
        }
    }

    private JsonNode decision(String messageId) throws IOException, InterruptedException {
        String path = "/v1/journal/" + messageId + "/decision";
        HttpResponse<String> answer = booked.management().available(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Api.JSON.readTree(answer.body());
    }

    private void saysNothingToOthers(ProductProcess product)
            throws IOException, InterruptedException {
        Api other = Bookings.make(product, "explain-other").management();
        String path = "/v1/journal/" + soloFetches.getFirst() + "/decision";
        assertThat(other.expect(404, "GET", path, "").path("reason").asString())
                .isEqualTo("not_found");
        other.expect(404, "GET", "/v1/reports/rotation/solo", "");
        booked.management().expect(404, "GET", "/v1/journal/native-x/decision", "");
        booked.publisher().expect(403, "GET", path, "");
    }

    private void rotationIsWhatTheNextFetchGoesBy() throws IOException, InterruptedException {
        long clicks = soloFetches.size() == 0 ? 0 : 1;
        Eventually.found(
                "clicks are counted", this::rotation, found -> engagements(found) >= clicks);
        // Clicks may still be counted in between, so it is tried until it stood still.
        for (int tries = 0; tries < TRIES; tries++) {
            JsonNode before = rotation();
            String messageId =
                    booked.publisher()
                            .expect(200, "POST", "/v1/fetch/v2", "{\"adUnit\": \"solo\"}")
                            .path("messageId")
                            .asString();
            JsonNode decided = decision(messageId).path("rotation");
            if (posteriors(before).equals(posteriors(decided))) {
                assertThat(before.path("creatives").get(0).path("sequence").asLong())
                        .isEqualTo(decided.path("sequence").asLong());
                assertThat(shares(before)).isBetween(0.999, 1.001);
                return;
            }
        }
        fail("the rotation's posteriors are not those that the next fetch went by");
    }

    private JsonNode rotation() throws IOException, InterruptedException {
        return booked.management().expect(200, "GET", "/v1/reports/rotation/solo", "");
    }

    private static long engagements(JsonNode rotation) {
        long sum = 0;
        for (JsonNode creative : rotation.path("creatives")) {
            sum += creative.path("engagements").asLong();
        }
        return sum;
    }

    private static double shares(JsonNode rotation) {
        double sum = 0;
        for (JsonNode creative : rotation.path("creatives")) {
            sum += creative.path("share").asDouble();
        }
        return sum;
    }

    private static Map<String, JsonNode> posteriors(JsonNode rotation) {
        Map<String, JsonNode> idToPosterior = new TreeMap<>();
        for (JsonNode creative : rotation.path("creatives")) {
            idToPosterior.put(creative.path("creativeId").asString(), creative.path("posterior"));
        }
        return idToPosterior;
    }

    private void noFillsAgreeWithTheReports() throws IOException, InterruptedException {
        Report.await(
                booked.management(),
                "groupBy=adUnit",
                rows -> {
                    long requests = 0;
                    for (JsonNode row : rows) {
                        requests += row.path("requests").asLong();
                    }
                    return requests >= FETCHES - TESTS + 1;
                });
        JsonNode report = booked.management().expect(200, "GET", "/v1/reports?groupBy=adUnit", "");
        JsonNode funnel =
                booked.management().expect(200, "GET", "/v1/reports/no-fill?groupBy=adUnit", "");
        assertThat(funnel.path("rows")).hasSameSizeAs(report.path("rows"));
        for (int i = 0; i < funnel.path("rows").size(); i++) {
            JsonNode row = funnel.path("rows").get(i);
            JsonNode counted = report.path("rows").get(i);
            assertThat(row.path("adUnit")).isEqualTo(counted.path("adUnit"));
            assertThat(row.path("requests")).isEqualTo(counted.path("requests"));
            assertThat(row.path("served")).isEqualTo(counted.path("fills"));
            assertThat(row.path("noFills")).isEqualTo(counted.path("noFills"));
            assertThat(row.path("eligible").asLong())
                    .isBetween(row.path("matched").asLong(), row.path("requests").asLong());
            assertThat(row.path("undecided").asLong()).isZero();
        }
    }
}
