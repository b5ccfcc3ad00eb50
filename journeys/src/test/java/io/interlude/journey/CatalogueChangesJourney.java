package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes of the catalogue while it serves: seen soon, as a whole, and by none but who saw what
/// they change.
final class CatalogueChangesJourney {
    private static final Duration IN_EFFECT_WITHIN = Duration.ofSeconds(2);
    private static final String LINE_ITEM = "/v1/manage/line-items/shoes";
    private static final String CATALOGUE = "/v1/manage/catalogue";
    private static final String FETCH = "{\"adUnit\": \"pause\"}";
    private static final int ROUNDS = 5;
    private static final int IMPORTS = 12;
    private static final int LINE_ITEMS = 40;

    private CatalogueChangesJourney() {}

    /// Two editors read the same version and save; then the one who was refused repeats the edit.
    static void editTogether(ProductProcess product) throws Exception {
        // given
        Api management = Bookings.make(product, "editors").lineItem("shoes", "").management();
        JsonNode read = management.expect(200, "GET", LINE_ITEM, "");
        ObjectNode renamed = ((ObjectNode) read.deepCopy()).put("name", "Renamed");
        ObjectNode lowered = ((ObjectNode) read.deepCopy()).put("priority", 9);

        // when
        List<HttpResponse<String>> saved;
        try (ExecutorService editors = Executors.newFixedThreadPool(2)) {
            List<Callable<HttpResponse<String>>> edits =
                    List.of(
                            () -> management.put(LINE_ITEM, "\"1\"", renamed.toString()),
                            () -> management.put(LINE_ITEM, "\"1\"", lowered.toString()));
            List<Future<HttpResponse<String>>> done = editors.invokeAll(edits);
            saved = List.of(done.get(0).get(), done.get(1).get());
        }
        boolean nameCame = saved.getFirst().statusCode() == 200;

        // then
        assertThat(saved.stream().map(HttpResponse::statusCode))
                .containsExactlyInAnyOrder(200, 409);
        ObjectNode again = (ObjectNode) management.expect(200, "GET", LINE_ITEM, "");
        if (nameCame) {
            again.put("priority", 9);
        } else {
            again.put("name", "Renamed");
        }
        assertThat(management.put(LINE_ITEM, "\"2\"", again.toString()).statusCode())
                .isEqualTo(200);
        JsonNode both = management.expect(200, "GET", LINE_ITEM, "");
        assertThat(both.path("name").asString()).isEqualTo("Renamed");
        assertThat(both.path("priority").intValue()).isEqualTo(9);
        assertThat(management.expect(200, "GET", LINE_ITEM + "/history", "").path("items"))
                .as("each save, and none else")
                .hasSize(3);
    }

    /// What is paused, activated, blocked, revoked and rotated is so for fetches and events within
    /// 2 s. Other work on the machine may delay one, so the quickest of some rounds counts.
    static void takeEffect(ProductProcess product) throws Exception {
        Map<String, Duration> changeToQuickest = new TreeMap<>();
        int round = 0;
        do {
            round++;
            Bookings booked = Bookings.make(product, "effects-" + round).lineItem("shoes", "");
            BiConsumer<String, Duration> quickest =
                    (change, took) ->
                            changeToQuickest.merge(
                                    change, took, (a, b) -> a.compareTo(b) < 0 ? a : b);
            takeEffect(booked, quickest);
            BlockJourney.blockAndLetIn(booked, quickest);
        } while (round < ROUNDS && !areSoon(changeToQuickest));
        assertThat(changeToQuickest)
                .hasSize(6 + BlockJourney.changes())
                .matches(CatalogueChangesJourney::areSoon);
    }

    private static boolean areSoon(Map<String, Duration> changeToQuickest) {
        return changeToQuickest.values().stream()
                .allMatch(took -> took.compareTo(IN_EFFECT_WITHIN) < 0);
    }

    private static void takeEffect(Bookings booked, BiConsumer<String, Duration> quickest)
            throws Exception {
        // given
        Api management = booked.management();
        ObjectNode item = (ObjectNode) management.expect(200, "GET", LINE_ITEM, "");
        String messageId =
                Api.JSON
                        .readTree(booked.publisher().fetch(FETCH).body())
                        .path("messageId")
                        .asString();

        // when, then
        management.put(LINE_ITEM, "*", item.put("status", "paused").toString());
        soon(quickest, "it is paused", () -> booked.publisher().fetch(FETCH).statusCode() == 204);
        management.put(LINE_ITEM, "*", item.put("status", "active").toString());
        soon(quickest, "it is active", () -> booked.publisher().fetch(FETCH).statusCode() == 200);
        String key = "{\"id\": \"k\", \"kind\": \"fetch\", \"applicationId\": \"app\"}";
        Api first =
                management.withKey(
                        management
                                .expect(201, "POST", "/v1/manage/keys", key)
                                .path("key")
                                .asString());
        soon(quickest, "it is made", () -> first.fetch(FETCH).statusCode() == 200);
        JsonNode rotated =
                management.expect(
                        200, "POST", "/v1/manage/keys/k:rotate", "{\"overlap\": \"PT1S\"}");
        Api second = management.withKey(rotated.path("key").asString());
        soon(quickest, "the new secret is in", () -> second.fetch(FETCH).statusCode() == 200);
        soon(quickest, "the old secret is out", () -> first.fetch(FETCH).statusCode() == 401);
        assertThat(second.event("read", messageId).statusCode()).isEqualTo(201);
        management.expect(204, "DELETE", "/v1/manage/keys/k", "");
        soon(
                quickest,
                "it is revoked",
                () ->
                        second.fetch(FETCH).statusCode() == 401
                                && second.event("read", messageId).statusCode() == 401);
        assertThat(
                        management
                                .expect(200, "GET", "/v1/manage/keys/k/use", "")
                                .at("/items/0/requests")
                                .longValue())
                .isGreaterThanOrEqualTo(3);
    }

    static void soon(
            BiConsumer<String, Duration> quickest, String what, Callable<Boolean> condition) {
        long startNanos = System.nanoTime();
        Eventually.holds(what, () -> isTrue(condition));
        quickest.accept(what, Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private static boolean isTrue(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// Whoever reads or fetches while two catalogues take turns sees one of them, whole.
    static void importAsAWhole(ProductProcess product) throws Exception {
        // given
        Bookings booked = Bookings.make(product, "imports");
        Api management = booked.management();
        Set<String> exports = new HashSet<>();
        for (String name : List.of("odd", "even")) {
            management.expect(200, "PUT", CATALOGUE, catalogue(name, ""));
            exports.add(management.expect(200, "GET", CATALOGUE, "").toString());
        }
        AtomicBoolean over = new AtomicBoolean();

        // when
        Set<String> seen;
        Set<String> served;
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            Future<Set<String>> reading =
                    readers.submit(() ->
                            all(
                                    over,
                                    () -> management.expect(200, "GET", CATALOGUE, "").toString()));
            Future<Set<String>> fetching =
                    readers.submit(() ->
                            all(
                                    over,
                                    () -> {
                                        HttpResponse<String> ad = booked.publisher().fetch(FETCH);
                                        assertThat(ad.statusCode()).isEqualTo(200);
                                        return Api.JSON
                                                .readTree(ad.body())
                                                .at("/payload/title")
                                                .asString();
                                    }));
            for (int i = 0; i < IMPORTS; i++) {
                String name = i % 2 == 0 ? "odd" : "even";
                management.expect(200, "PUT", CATALOGUE, catalogue(name, ""));
            }
            over.set(true);
            seen = reading.get();
            served = fetching.get();
        }

        // then
        assertThat(seen).hasSize(2).isEqualTo(exports);
        assertThat(served).containsExactlyInAnyOrder("odd", "even");

        // and one that fails changes nothing
        String before = tag(management);
        HttpResponse<String> refused =
                management.call("PUT", CATALOGUE, catalogue("odd", "\"priority\": 17,"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Api.JSON.readTree(refused.body()).path("violations")).hasSize(1);
        assertThat(tag(management)).isEqualTo(before);
        assertThat(booked.publisher().fetch(FETCH).body()).contains("\"even\"");
    }

    private static Set<String> all(AtomicBoolean over, Callable<String> read) throws Exception {
        Set<String> all = new HashSet<>();
        while (!over.get()) {
            all.add(read.call());
        }
        return all;
    }

    private static String tag(Api management) throws IOException, InterruptedException {
        return management.call("GET", CATALOGUE, "").headers().firstValue("ETag").orElseThrow();
    }

    /// A catalogue in which every id that serves has the name; `more` is further JSON of the last
    /// line item, ended by a comma.
    private static String catalogue(String name, String more) {
        StringBuilder lineItems = new StringBuilder();
        StringBuilder creatives = new StringBuilder();
        for (int i = 1; i <= LINE_ITEMS; i++) {
            String comma = i == LINE_ITEMS ? "" : ",";
            lineItems.append(
                    """
                    {"id": "%1$s-%2$d", "campaignId": "%1$s", "name": "%1$s", "status": "active", %3$s
                     "pacing": "asap", "rotation": "weighted",
                     "price": {"model": "cpm", "amount": {"amount": "2", "currency": "USD"}}}%4$s
                    """
                            .formatted(name, i, i == LINE_ITEMS ? more : "", comma));
            creatives.append(
                    """
                    {"id": "%1$s-%2$d", "lineItemId": "%1$s-%2$d", "type": "card", "status": "approved",
                     "card": {"title": "%1$s", "disclosure": "Sponsored",
                              "actions": [{"text": "Go", "url": "https://a.example/"}]}}%3$s
                    """
                            .formatted(name, i, comma));
        }
        return """
        {"applications": [{"id": "app", "name": "App"}],
         "adUnits": [{"id": "pause", "code": "pause", "name": "A pause"}],
         "campaigns": [{"id": "%s", "name": "C", "advertiserName": "A", "status": "active"}],
         "lineItems": [%s], "creatives": [%s]}\
        """
                .formatted(name, lineItems, creatives);
    }
}
