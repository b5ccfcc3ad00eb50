package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import io.interlude.benchmark.hostile.scene.Window;
import io.interlude.benchmark.hostile.scene.Wire;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// State that grows with what one org does.
final class StateAttacks {
    private static final int CORRECTED = 2_500;
    private static final int LONG_FETCH = 5_000;
    private static final int BATCH = 500;
    private static final int NAMES = 100_000;
    private static final int STREAMS = 10;
    private static final int ERASURES = 2_000;
    private static final double ERASURE_BYTES = 1_000;
    private static final double NOISE_BYTES = 3 << 20;

    private StateAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "one-subscriber",
                        "one subscriber with every cap at its largest, fetching on and on",
                        StateAttacks::subscriber),
                new Attack(
                        "long-fetch",
                        "5,000 events of one fetch do not delay another org's report",
                        StateAttacks::longFetch),
                new Attack(
                        "long-correction",
                        "nor does a correction of 2,500 of them",
                        StateAttacks::correction),
                new Attack(
                        "conversion-names",
                        "100,000 conversions of as many names, and live streams that count them",
                        StateAttacks::conversionNames),
                new Attack(
                        "erasures",
                        "2,000 erasures take at most 1,000 bytes of heap each, or are refused",
                        StateAttacks::erasures));
    }

    private static void subscriber(Scene scene) throws IOException, InterruptedException {
        ObjectNode catalogue = BenchOrg.catalogue(200, false);
        for (JsonNode item : catalogue.path("lineItems")) {
            ObjectNode largest = (ObjectNode) item;
            largest.remove("frequencyCaps");
            for (String scope : List.of("lineItem", "campaign", "adUnit", "creative")) {
                largest.withArray("frequencyCaps")
                        .addObject()
                        .put("max", 1_000)
                        .put("per", "P3650D")
                        .put("scope", scope);
            }
        }
        for (int i = 0; i < 200; i++) {
            String id = "unit-" + i;
            catalogue
                    .withArray("adUnits")
                    .addObject()
                    .put("id", id)
                    .put("code", id)
                    .put("name", id);
        }
        Org org = Org.make(scene.api(), catalogue);
        scene.begin();
        scene.parallel(
                6,
                100_000,
                n -> {
                    String body =
                            "{\"adUnit\":\"unit-%d\",\"subscriber\":\"one\",\"attributes\":{\"tier\":\"gold\"}}"
                                    .formatted(n % 200);
                    scene.sane(scene.api().post("/v1/fetch/v2", org.fetch(), body), "fetch");
                });
    }

    private static void longFetch(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId = eventsOfOneFetch(scene, org, LONG_FETCH);
        while (scene.timeLeft()) {
            String body =
                    "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"" + messageId + "\"}";
            scene.sane(scene.api().post("/v1/event", org.fetch(), body), "one more event");
        }
    }

    private static String eventsOfOneFetch(Scene scene, Org org, int count)
            throws InterruptedException {
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        String event =
                "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"" + messageId + "\"}";
        String body = "{\"events\":[" + Bodies.elements(BATCH * (event.length() + 1), event) + "]}";
        scene.parallel(
                2,
                count / BATCH,
                _ -> scene.sane(scene.api().post("/v1/events", org.fetch(), body), "batch"));
        return messageId;
    }

    private static void correction(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId = eventsOfOneFetch(scene, org, CORRECTED);
        Target.pause(3_000);
        String body =
                "{\"filter\":{\"messageId\":\"%s\",\"eventType\":\"read\"},\"reason\":\"a bot\"}"
                        .formatted(messageId);
        Answer answer =
                scene.sane(scene.api().post("/v1/corrections", org.mgmt(), body), "correction");
        scene.require(
                answer.status() == 0 || answer.status() / 100 == 2 || answer.status() == 422,
                "correction: " + answer.said());
        scene.restartClock();
        scene.pauseUntilEnd();
    }

    private static void conversionNames(Scene scene) throws IOException, InterruptedException {
        // With a limit that the cells of the org are read for, again and again.
        ObjectNode catalogue = BenchOrg.catalogue(2, false);
        catalogue
                .withObject("settings")
                .putObject("feedbackLimit")
                .put("share", 0.5)
                .put("atLeast", 1_000);
        Org org = Org.make(scene.api(), catalogue);
        scene.begin();
        try (Wire wire = new Wire(scene)) {
            for (int i = 0; i < STREAMS; i++) {
                wire.open(
                        scene.api()
                                .bytes(
                                        "GET",
                                        "/v1/reports/live",
                                        org.read(),
                                        "",
                                        new byte[0],
                                        "Accept: text/event-stream"));
            }
            // A fetch counts 1,000 conversions, so each batch has one of its own.
            scene.parallel(2, NAMES / BATCH, n -> conversions(scene, org, n * BATCH));
            scene.pauseUntilEnd();
        }
    }

    private static void conversions(Scene scene, Org org, int firstName) {
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        List<String> events = new ArrayList<>();
        for (int name = firstName; name < firstName + BATCH; name++) {
            events.add(
                    ("{\"version\":2,\"eventType\":\"conversion\",\"fetchEventId\":\"%s\","
                                    + "\"eventData\":{\"name\":\"name-%d\"}}")
                            .formatted(messageId, name));
        }
        String body = "{\"events\":[" + String.join(",", events) + "]}";
        scene.sane(scene.api().post("/v1/events", org.tag(), body), "conversions");
    }

    private static void erasures(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.restartClock();
        double before = scene.target().heapAfterCollection();
        scene.begin();
        scene.parallel(
                4,
                ERASURES,
                n ->
                        scene.sane(
                                scene.api()
                                        .send(
                                                "DELETE",
                                                "/v1/manage/subscribers/erased-" + n,
                                                org.mgmt(),
                                                ""),
                                "erasure"));
        long erased = scene.requests();
        Target.pause(2_000);
        // The collection stops everything for a moment, which is not the attack's doing.
        Window judged = scene.window();
        scene.victim().enter();
        double grown = scene.target().heapAfterCollection() - before;
        scene.require(
                grown < erased * ERASURE_BYTES + NOISE_BYTES,
                "heap grew by %.1f MiB for %d erasures".formatted(grown / (1 << 20), erased));
        scene.require(judged.errorCount() == 0, "the victim saw " + judged.errors());
    }
}
