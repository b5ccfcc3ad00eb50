package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import io.interlude.benchmark.hostile.scene.Wire;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Large answers, many at a time, to readers that take them slowly.
final class AnswerAttacks {
    private static final int READERS = 20;
    private static final int UNREAD = 300;
    private static final int READ_BYTES = 2_000;
    private static final int LINE_ITEMS = 60;
    private static final int AD_UNITS = 40;
    private static final int FETCHES = 3_000;
    private static final int EVENTS_EACH = 10;
    private static final int BATCH = 500;
    private static final int LARGE_FETCHES = 2_000;
    private static final int LARGE_BYTES = 60_000;
    private static final int PREPARE_SECONDS = 5;
    private static final String LONG = "-" + "long".repeat(12);

    private AnswerAttacks() {}

    static List<Attack> all() {
        String all =
                "&metrics=requests,fills,fillRate,noFills,fetches,sends,delivers,reads,clicks,"
                        + "uniqueClicks,ctr,conversions,conversionValue,spend,reach,engagements";
        String report =
                "/v1/reports?granularity=minute"
                        + "&groupBy=application,adUnit,campaign,lineItem,creative,format"
                        + all;
        return List.of(
                readers("slow-reports", "application/json", report),
                readers("slow-reports-csv", "text/csv", report),
                readers("slow-reports-parquet", "application/vnd.apache.parquet", report),
                readers("slow-journal", "application/x-ndjson", "/v1/journal"),
                readers("slow-journal-csv", "text/csv", "/v1/journal"),
                readers("slow-journal-pages", "application/json", "/v1/journal?limit=1000"),
                new Attack(
                        "unread-journals",
                        "300 unread streams of the journal take nothing from others",
                        AnswerAttacks::unread),
                new Attack(
                        "large-fetches",
                        "pages of small events of fetches with 60 KB of attributes take nothing"
                                + " from others",
                        AnswerAttacks::largeFetches),
                new Attack(
                        "large-corrections",
                        "searches for 2,000 such fetches to take back take nothing from others",
                        AnswerAttacks::largeCorrections),
                new Attack(
                        "fast-reports",
                        "twenty reports at a time, again and again, leave others theirs",
                        scene -> fastReaders(scene, report)),
                new Attack(
                        "audits-at-once",
                        "200 audits asked for at once end, or are refused",
                        AnswerAttacks::audits));
    }

    private static Attack readers(String name, String accept, String path) {
        return new Attack(
                name,
                "twenty of them read slowly take nothing from others, and one read fast is whole",
                scene -> slowReaders(scene, accept, path));
    }

    private static void slowReaders(Scene scene, String accept, String path)
            throws IOException, InterruptedException {
        Org org = prepared(scene);
        String header = "Accept: " + accept;
        try (Wire wire = new Wire(scene)) {
            for (int i = 0; i < READERS; i++) {
                wire.open(scene.api().bytes("GET", path, org.read(), "", new byte[0], header));
            }
            wire.readSlowly(READ_BYTES);
        }
        Answer answer = scene.api().send("GET", path, org.read(), "", "", header);
        scene.good(answer, "read fast, " + (answer.body().length() >> 10) + " KiB");
    }

    private static void unread(Scene scene) throws IOException, InterruptedException {
        Org org = prepared(scene);
        String path = "/v1/journal";
        String lines = "Accept: application/x-ndjson";
        try (Wire wire = new Wire(scene)) {
            for (int i = 0; i < UNREAD; i++) {
                wire.open(scene.api().bytes("GET", path, org.read(), "", new byte[0], lines));
            }
            scene.pauseUntilEnd();
        }
        scene.good(scene.api().get(path, org.read()), "a page after them");
    }

    private static void fastReaders(Scene scene, String path)
            throws IOException, InterruptedException {
        Org org = prepared(scene);
        scene.parallel(READERS, 60, _ -> scene.sane(scene.api().get(path, org.read()), "report"));
        scene.good(scene.api().get(path, org.read()), "a report after them");
    }

    /// An org with tens of thousands of events in as many cells, whose ids are as long as they may
    /// be. Waits until most of it is counted: the load of making it is no part of the attack.
    private static Org prepared(Scene scene) throws IOException, InterruptedException {
        scene.prepare();
        Org org = Org.make(scene.api(), catalogue());
        List<String> fetchIds = Collections.synchronizedList(new ArrayList<>());
        scene.parallel(
                4,
                FETCHES,
                n -> {
                    String body =
                            "{\"adUnit\":\"unit-%d%s\",\"attributes\":{\"tier\":\"gold\"}}"
                                    .formatted(n % AD_UNITS, LONG);
                    JsonNode ad = scene.api().post("/v1/fetch/v2", org.fetch(), body).json();
                    fetchIds.add(ad.path("messageId").asString(""));
                });
        Instant now = InstantSource.system().instant();
        int batches = fetchIds.size() * EVENTS_EACH / BATCH;
        scene.parallel(
                2,
                batches,
                n -> {
                    List<String> events = new ArrayList<>();
                    for (int i = 0; i < BATCH; i++) {
                        int event = n * BATCH + i;
                        int minute = event % EVENTS_EACH;
                        events.add(
                                "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\",\"timestamp\":%d}"
                                        .formatted(
                                                fetchIds.get(event / EVENTS_EACH),
                                                now.minusSeconds(200).toEpochMilli()
                                                        + minute * 48_000L));
                    }
                    String body = "{\"events\":[" + String.join(",", events) + "]}";
                    scene.api().post("/v1/events", org.fetch(), body);
                });
        Target.pause(PREPARE_SECONDS * 1_000L);
        scene.begin();
        return org;
    }

    private static ObjectNode catalogue() {
        ObjectNode catalogue = BenchOrg.catalogue(LINE_ITEMS, false);
        ArrayNode adUnits = catalogue.withArray("adUnits");
        for (int i = 0; i < AD_UNITS; i++) {
            String code = "unit-" + i + LONG;
            adUnits.addObject().put("id", code).put("code", code).put("name", code);
        }
        return catalogue;
    }

    private static void largeFetches(Scene scene) throws IOException, InterruptedException {
        Org org = withLargeFetches(scene);
        String path = "/v1/journal?eventType=read&limit=1000";
        scene.parallel(READERS, 200, _ -> scene.sane(scene.api().get(path, org.read()), "a page"));
        scene.good(scene.api().get(path, org.read()), "a page after them");
    }

    private static void largeCorrections(Scene scene) throws IOException, InterruptedException {
        Org org = withLargeFetches(scene);
        Instant now = InstantSource.system().instant();
        String search =
                "{\"filter\":{\"from\":\"%s\",\"to\":\"%s\"},\"reason\":\"bots\",\"dryRun\":true}"
                        .formatted(now.minusSeconds(600), now);
        String path = "/v1/corrections";
        scene.parallel(
                READERS,
                200,
                _ -> scene.sane(scene.api().post(path, org.mgmt(), search), "a search"));
        scene.good(scene.api().post(path, org.mgmt(), search), "a search after them");
        scene.good(scene.api().get(path, org.read()), "the list");
    }

    private static Org withLargeFetches(Scene scene) throws IOException, InterruptedException {
        scene.prepare();
        Org org = scene.org();
        String fetch =
                "{\"adUnit\":\"unit\",\"attributes\":{\"tier\":\"gold\",\"x\":\"%s\"}}"
                        .formatted("x".repeat(LARGE_BYTES));
        scene.parallel(
                4,
                LARGE_FETCHES,
                _ -> {
                    String id =
                            scene.api().post("/v1/fetch/v2", org.fetch(), fetch).text("messageId");
                    String read =
                            "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\""
                                    + id
                                    + "\"}";
                    scene.api().post("/v1/event", org.fetch(), read);
                });
        Target.pause(PREPARE_SECONDS * 1_000L);
        scene.begin();
        return org;
    }

    private static void audits(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        Instant now = InstantSource.system().instant();
        String body =
                "{\"from\":\"%s\",\"to\":\"%s\"}".formatted(now.minusSeconds(7 * 86_400), now);
        List<String> ids = Collections.synchronizedList(new ArrayList<>());
        scene.parallel(
                16,
                200,
                _ -> {
                    Answer asked =
                            scene.sane(scene.api().post("/v1/audits", org.mgmt(), body), "audit");
                    if (asked.status() == 202) {
                        ids.add(asked.text("id"));
                    }
                });
        for (String id : ids) {
            Target.await(
                    5,
                    () ->
                            !scene.timeLeft()
                                    || !scene.api()
                                            .get("/v1/audits/" + id, org.mgmt())
                                            .text("status")
                                            .equals("running"));
        }
    }
}
