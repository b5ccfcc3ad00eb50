package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Records;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import io.interlude.benchmark.hostile.scene.Wire;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Records written straight to the topics, as by a data team's mistake. Last of all: what is in the
/// journal stays there.
final class RecordAttacks {
    private static final int OF_EACH_KIND = 80;
    private static final int LARGE_BYTES = 900_000;
    private static final int SCOPES = 512;
    private static final int KEPT_TIMES = 1_000;
    private static final int HEADER_BYTES = 5;

    private RecordAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "null-records",
                        "journal, reports and audit answer with null values in every ads topic",
                        RecordAttacks::nulls),
                new Attack(
                        "poison-records",
                        "the same with ten thousand that no reader understands",
                        RecordAttacks::poison),
                new Attack(
                        "poison-catalogue",
                        "the catalogue serves and changes with unreadable records in its topics",
                        RecordAttacks::poisonedCatalogue),
                new Attack(
                        "poison-values",
                        "aggregation goes on with fetches whose values nothing can be",
                        RecordAttacks::values),
                new Attack(
                        "subscriber-state",
                        "aggregation goes on when one subscriber has 512 counters of 1,000 times",
                        RecordAttacks::state));
    }

    private static List<String> topics(String prefix) {
        return Topics.all().stream()
                .map(topic -> topic.name())
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    private static void nulls(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD);
        try (Records records = new Records(scene)) {
            for (String topic : topics("ads.")) {
                for (int i = 0; i < OF_EACH_KIND; i++) {
                    records.send(topic, null, null, Wire.text(Wire.word()), null);
                    records.send(topic, null, null, null, null);
                }
            }
            records.flush();
        }
        stillRead(scene, org);
    }

    private static void poison(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        try (Records records = new Records(scene)) {
            Records.Fetched good = records.fetchOf(org, messageId);
            for (String topic : topics("ads.")) {
                List<byte[]> values = unreadable(good, !topic.equals(Topics.FETCHES.name()));
                int partitions = records.partitions(topic);
                for (int i = 0; i < OF_EACH_KIND && scene.timeLeft(); i++) {
                    for (byte[] value : values) {
                        byte[] key = i % 3 == 0 ? null : i % 3 == 1 ? good.key() : new byte[0];
                        Long time = i % 5 == 0 ? Long.valueOf(i % 2 == 0 ? 0 : 1) : null;
                        records.send(topic, i % partitions, time, key, value);
                    }
                }
                records.send(topic, 0, Long.MAX_VALUE, good.key(), new byte[1]);
                records.send(topic, 0, null, good.key(), new byte[LARGE_BYTES]);
            }
            records.flush();
        }
        stillRead(scene, org);
    }

    private static List<byte[]> unreadable(Records.Fetched good, boolean wrongTopic) {
        byte[] noise = new byte[200];
        ThreadLocalRandom.current().nextBytes(noise);
        byte[] unknownSchema = good.value().clone();
        unknownSchema[1] = 0x7f;
        byte[] otherSchema = good.value().clone();
        otherSchema[HEADER_BYTES - 1] ^= 1;
        byte[] negative = good.value().clone();
        negative[1] = -1;
        byte[] lengths = good.value().clone();
        Arrays.fill(lengths, HEADER_BYTES, lengths.length, (byte) 0xfe);
        return List.of(
                new byte[0],
                new byte[1],
                new byte[HEADER_BYTES],
                noise,
                Wire.text("{\"json\":1}"),
                unknownSchema,
                otherSchema,
                negative,
                lengths,
                good.truncated(),
                wrongTopic ? good.value() : noise);
    }

    private static void poisonedCatalogue(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        try (Records records = new Records(scene)) {
            Records.Fetched good = records.fetchOf(org, messageId);
            for (String topic : topics("catalogue.")) {
                for (byte[] value : unreadable(good, true)) {
                    for (String key : List.of("", "x", org.id() + "/x", org.id())) {
                        records.send(topic, 0, null, Wire.text(key + Wire.word()), value);
                    }
                }
                records.send(topic, 0, null, Wire.text(Wire.word()), null);
                records.send(topic, 0, null, null, new byte[] {1, 2, 3});
            }
            records.flush();
        }
        Target.pause(2_000);
        Org another = scene.org();
        scene.good(
                scene.api().post("/v1/fetch/v2", another.fetch(), Org.GOLD), "a new org's fetch");
        scene.good(scene.api().get("/v1/manage/history", org.mgmt()), "history");
        scene.good(scene.api().get("/v1/manage/catalogue", org.mgmt()), "export");
        scene.good(
                scene.api()
                        .post(
                                "/v1/manage/campaigns",
                                scene.victim().managementKey(),
                                "{\"name\":\"C\",\"advertiserName\":\"A\",\"status\":\"draft\"}"),
                "another org's change");
    }

    private static void values(Scene scene) throws IOException, InterruptedException {
        List<Consumer<AdFetched>> faults =
                List.of(
                        fetch -> fetch.setOccurredAt(Instant.ofEpochMilli(Long.MAX_VALUE)),
                        fetch -> fetch.setOccurredAt(Instant.ofEpochMilli(Long.MIN_VALUE)),
                        fetch -> fetch.setReceivedAt(Instant.ofEpochMilli(Long.MAX_VALUE)),
                        fetch -> fetch.setOccurredAt(Instant.ofEpochMilli(-1)),
                        fetch -> fetch.setPriceMicros(Long.MAX_VALUE),
                        fetch -> fetch.setPriceMicros(Long.MIN_VALUE),
                        fetch -> fetch.setBilledMicros(Long.MAX_VALUE),
                        fetch -> fetch.setBilledMicros(Long.MIN_VALUE),
                        fetch -> fetch.setCurrency("no currency"),
                        fetch -> fetch.setTimeZone("Nowhere/Land"),
                        fetch -> fetch.setAttributesJson("{\"n\":1e99999999999}"),
                        fetch -> fetch.setAttributesJson("{"),
                        fetch -> fetch.setOrgId(""),
                        fetch -> fetch.setLineItemId(""),
                        fetch -> fetch.setFetchId("native-x"),
                        fetch -> fetch.setFetchId(null),
                        fetch -> fetch.setEventId("x"),
                        fetch -> fetch.setSubscriber(""),
                        fetch -> fetch.setFrequencyScopes(scopes(1, -1, "a")),
                        fetch -> fetch.setFrequencyScopes(scopes(1, Integer.MAX_VALUE, "a")),
                        fetch -> fetch.setFrequencyScopes(scopes(1, 1, "")),
                        fetch -> fetch.setCreativeVersion(-1),
                        fetch -> fetch.setRotationEpoch(Long.MAX_VALUE),
                        fetch -> fetch.setCatalogueRevision(Long.MAX_VALUE));
        Org org = scene.org();
        Answer fetched = scene.api().post("/v1/fetch/v2", org.fetch(), withSubscriber("odd"));
        try (Records records = new Records(scene)) {
            Records.Fetched good = records.fetchOf(org, fetched.text("messageId"));
            for (Consumer<AdFetched> fault : faults) {
                for (int i = 0; i < 20; i++) {
                    AdFetched bad = good.another();
                    fault.accept(bad);
                    records.send(
                            Topics.FETCHES.name(),
                            i % 2 == 0 ? good.partition() : i % 12,
                            null,
                            good.key(),
                            good.encoded(bad));
                }
            }
            records.flush();
        }
        Target.pause(3_000);
        for (String accept : List.of("application/json", "application/x-ndjson", "text/csv")) {
            Answer journal =
                    scene.api().send("GET", "/v1/journal", org.mgmt(), "", "Accept: " + accept);
            scene.good(journal, "journal as " + accept);
        }
        scene.good(scene.api().get("/v1/reports?granularity=day", org.mgmt()), "report");
    }

    private static String withSubscriber(String subscriber) {
        return Org.GOLD.replace("{\"adUnit\"", "{\"subscriber\":\"" + subscriber + "\",\"adUnit\"");
    }

    private static List<FrequencyScope> scopes(int count, int keepTimes, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(n -> new FrequencyScope(CapScope.lineItem, prefix + n, keepTimes))
                .toList();
    }

    private static void state(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        Answer fetched = scene.api().post("/v1/fetch/v2", org.fetch(), withSubscriber("bomb"));
        try (Records records = new Records(scene)) {
            Records.Fetched good = records.fetchOf(org, fetched.text("messageId"));
            for (int i = 0; i < KEPT_TIMES && scene.timeLeft(); i++) {
                for (int part = 0; part < SCOPES; part += SCOPES / 4) {
                    AdFetched next = good.another();
                    next.setFrequencyScopes(scopes(SCOPES / 4, KEPT_TIMES, "bomb-" + part + "-"));
                    records.send(
                            Topics.FETCHES.name(),
                            good.partition(),
                            null,
                            good.key(),
                            good.encoded(next));
                }
            }
            records.flush();
        }
        scene.pauseUntilEnd();
        scene.sane(scene.api().post("/v1/fetch/v2", org.fetch(), withSubscriber("bomb")), "fetch");
        scene.good(scene.api().get("/v1/reports?granularity=total", org.mgmt()), "report");
    }

    /// The whole journal, in every form, the refused, and an audit.
    private static void stillRead(Scene scene, Org org) throws InterruptedException {
        Target.pause(2_000);
        for (String key : List.of(org.mgmt(), scene.victim().managementKey())) {
            String whose = key.equals(org.mgmt()) ? "" : " of the victim";
            for (String accept : List.of("application/json", "application/x-ndjson", "text/csv")) {
                Answer journal =
                        scene.api().send("GET", "/v1/journal", key, "", "Accept: " + accept);
                scene.good(journal, "journal as " + accept + whose);
            }
            scene.good(scene.api().get("/v1/journal/rejected", key), "rejected" + whose);
            scene.good(scene.api().get("/v1/reports?granularity=minute", key), "report" + whose);
        }
        EventAttacks.agrees(scene, org);
    }
}
