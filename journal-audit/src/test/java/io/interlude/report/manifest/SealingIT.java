package io.interlude.report.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.history.HistoryQuery.OffsetRange;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.audit.ManifestFindings;
import io.interlude.schema.HourSealed;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Sealing with a real broker. The tests go through one journal, hour by hour.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SealingIT {
    private static final OrgId ACME = new OrgId("acme");
    private static final int PARTITIONS = 2;
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final Duration TURN = Duration.ofMillis(5);
    private static final SealingLimits LIMITS = new SealingLimits(GRACE, TURN, 1 << 20);
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    @TempDir private static Path folder;

    private static TestBroker broker;
    private static KafkaClients clients;
    private static ManifestJournal manifests;
    private static SealingProgress progress;
    private static Producer<String, byte[]> journal;
    private static final SplittableRandom RANDOM = new SplittableRandom(11);
    private static volatile Instant now = START;
    private static int hour;

    private final ManifestKeys keys =
            new ManifestKeys(new SigningKeys(List.of(new byte[32])), List.of());

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start(folder);
        broker.create(TOPICS, PARTITIONS);
        broker.create(List.of(Topics.MANIFESTS.name()), 1);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        manifests = new ManifestJournal(clients::replayConsumer, clients.deserializer());
        progress = new SealingProgress(manifests, clients::sealingConsumer, GRACE);
        journal =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 0),
                        new StringSerializer(),
                        new ByteArraySerializer());
    }

    @AfterAll
    static void stopBroker() {
        journal.close();
        manifests.close();
        broker.close();
    }

    /// Writes an hour to some partitions; not to all, so that some hours have no record there.
    @BeforeEach
    void writeAnHour() throws Exception {
        for (String topic : TOPICS) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                int count = RANDOM.nextInt(4) == 0 ? 0 : 1 + RANDOM.nextInt(20);
                for (int number = 0; number < count; number++) {
                    Instant at = START.plusSeconds(3_600L * hour + RANDOM.nextInt(3_600));
                    var _ =
                            journal.send(
                                    new ProducerRecord<>(
                                            topic,
                                            partition,
                                            at.toEpochMilli(),
                                            "key" + number,
                                            ("value" + RANDOM.nextInt()).getBytes(UTF_8)));
                }
            }
        }
        journal.flush();
        hour++;
        now = START.plusSeconds(3_600L * hour);
    }

    private static Optional<Instant> sealedTo() {
        return progress.sealedTo(now).join();
    }

    /// A commit is acknowledged before readers of committed records see it.
    private static void awaitSealedTo(Instant expected) {
        Eventually.holds(
                "all is sealed to " + expected,
                () -> sealedTo().filter(expected::equals).isPresent());
    }

    private static Instant end() {
        return START.plusSeconds(3_600L * hour);
    }

    @Test
    @Order(1)
    void sealsAnHourOnceItsGraceIsOver() {
        try (SealingSession session = begun()) {
            // given
            now = end().plus(GRACE).minusMillis(1);

            // when, then
            assertThat(turnsUntilQuiet(session)).isZero();
            now = end().plus(GRACE);
            awaitSealedTo(START);
            assertThat(turnsUntilQuiet(session)).isPositive();
            awaitSealedTo(end());
            assertThat(turnsUntilQuiet(session)).as("a second time").isZero();
        }
        assertEverythingIsSealedOnce();
    }

    @Test
    @Order(2)
    void goesOnWhereAKilledOneWas() {
        // given: one that read a part of the hour, and one that was killed before its commit
        sealing(new SealingLimits(GRACE, TURN, 1)).close();
        now = end().plus(GRACE);
        Producer<String, SpecificRecord> killed =
                clients.transactionalProducer(ManifestSealer.TRANSACTIONAL_ID);
        killed.initTransactions();
        killed.beginTransaction();
        SealableHour anHour =
                new SealableHour(
                        "ads.clicks",
                        0,
                        START,
                        new SealableHour.Range(0, 0, 1),
                        PartitionHours.NO_HASH,
                        PartitionHours.NO_HASH);
        var _ =
                killed.send(
                        new ProducerRecord<>(
                                Topics.MANIFESTS.name(), "lost", keys.seal(anHour, now)));
        killed.flush();
        awaitSealedTo(end().minus(1, ChronoUnit.HOURS));

        // when
        try (SealingSession session = begun()) {
            assertThat(turnsUntilQuiet(session)).isPositive();
        }
        killed.close(Duration.ZERO);
        awaitSealedTo(end());

        // then
        assertEverythingIsSealedOnce();
    }

    @Test
    @Order(3)
    void ofTwoTheSecondSeals() {
        try (SealingSession first = begun();
                SealingSession second = begun()) {
            // given
            now = end().plus(GRACE);

            // when, then
            assertThatThrownBy(() -> turnsUntilQuiet(first)).isInstanceOf(KafkaException.class);
            assertThat(turnsUntilQuiet(second)).isPositive();
        }
        assertEverythingIsSealedOnce();
    }

    @Test
    @Order(4)
    void readsLittleAtATime() {
        try (SealingSession session = sealing(new SealingLimits(GRACE, TURN, 1))) {
            now = end().plus(GRACE);
            assertThat(turnsUntilQuiet(session)).isPositive();
        }
        assertEverythingIsSealedOnce();
    }

    @Test
    @Order(5)
    void pagesThroughManifests() throws Exception {
        // given
        try (SealingSession session = begun()) {
            now = end().plus(GRACE);
            turnsUntilQuiet(session);
        }
        List<HourSealed> all = all();

        // when
        List<HourSealed> paged = new ArrayList<>();
        long next = ManifestQuery.FIRST_PAGE;
        do {
            ManifestPage page = page(new ManifestQuery(START, null, null, null, next, 7));
            page.items().forEach(item -> paged.add(item.manifest()));
            next = page.nextOffset();
        } while (next != ManifestPage.NO_MORE);

        // then
        assertThat(paged).isEqualTo(all);
        assertThat(
                        page(new ManifestQuery(
                                        START.plusSeconds(3_600),
                                        START.plusSeconds(7_200),
                                        "ads.fetches",
                                        1,
                                        ManifestQuery.FIRST_PAGE,
                                        1_000))
                                .items())
                .extracting(ManifestPage.Item::manifest)
                .isEqualTo(
                        all.stream()
                                .filter(each -> each.getTopic().equals("ads.fetches"))
                                .filter(each -> each.getPartition() == 1)
                                .filter(each -> each.getHour().equals(START.plusSeconds(3_600)))
                                .toList());
    }

    @Test
    @Order(6)
    void hoursHaveEachSealedRecordOnce() throws Exception {
        // given
        List<ManifestPage.Item> items =
                page(new ManifestQuery(START, null, null, null, ManifestQuery.FIRST_PAGE, 1_000))
                        .items();
        long half = items.get(items.size() / 2).nextOffset();

        // when: each hour in two parts, cut in the middle of the list
        Map<TopicPartition, Set<Long>> placeToOffsets = new HashMap<>();
        long count = 0;
        for (Instant hour :
                items.stream().map(item -> item.manifest().getHour()).distinct().toList()) {
            for (SealedHours.Asked part :
                    List.of(
                            new SealedHours.Asked(hour, 0, half),
                            new SealedHours.Asked(hour, half, SealedHours.Asked.END))) {
                Map<TopicPartition, OffsetRange> ranges =
                        manifests.ranges(ACME, part).get(60, TimeUnit.SECONDS);
                for (Map.Entry<TopicPartition, OffsetRange> each : ranges.entrySet()) {
                    Set<Long> offsets =
                            placeToOffsets.computeIfAbsent(each.getKey(), _ -> new HashSet<>());
                    OffsetRange range = each.getValue();
                    LongStream.range(range.first(), range.end()).forEach(offsets::add);
                    count += range.end() - range.first();
                }
            }
        }

        // then
        assertThat(placeToOffsets.values().stream().mapToLong(Set::size).sum()).isEqualTo(count);
        assertThat(
                        all().stream()
                                .mapToLong(each -> each.getLastOffset() - each.getFirstOffset() + 1)
                                .sum())
                .isEqualTo(count);
    }

    @Test
    @Order(7)
    void oneThatIsShutOutStandsByUntilTheOtherSealsNoMore() throws Exception {
        SimpleMeterRegistry firstMeters = new SimpleMeterRegistry();
        SimpleMeterRegistry secondMeters = new SimpleMeterRegistry();
        try (ManifestSealer first = sealer(firstMeters)) {
            // given
            first.start();
            Eventually.holds("the first seals", () -> isSealing(firstMeters));
            try (ManifestSealer second = sealer(secondMeters)) {
                second.start();
                Eventually.holds("the second seals", () -> isSealing(secondMeters));
                now = end().plus(GRACE);
                Eventually.holds("the first is shut out", () -> !isSealing(firstMeters));
                Eventually.holds("all is sealed", SealingIT::isEverythingSealed);
            }

            // when: nobody seals, however late it gets
            writeAnHour();
            now = end();

            // then
            Eventually.holds(
                    "the first seals again",
                    () -> {
                        now = now.plus(Duration.ofMinutes(20));
                        return isSealing(firstMeters);
                    });
            Eventually.holds("all is sealed", SealingIT::isEverythingSealed);
        }
        assertEverythingIsSealedOnce();
    }

    private ManifestSealer sealer(SimpleMeterRegistry meters) {
        return new ManifestSealer(
                keys,
                manifests,
                () -> clients.transactionalProducer(ManifestSealer.TRANSACTIONAL_ID),
                clients::sealingConsumer,
                LIMITS,
                () -> now,
                meters);
    }

    private static boolean isSealing(SimpleMeterRegistry meters) {
        return meters.get("interlude.manifests.sealing").gauge().value() == 1;
    }

    private static boolean isEverythingSealed() {
        return all().stream().mapToLong(HourSealed::getCount).sum() == records().size();
    }

    private static ManifestPage page(ManifestQuery query) throws Exception {
        return manifests.page(ACME, query).get(60, TimeUnit.SECONDS);
    }

    private SealingSession begun() {
        return sealing(LIMITS);
    }

    private SealingSession sealing(SealingLimits limits) {
        SealingSession session =
                new SealingSession(
                        keys,
                        () -> now,
                        limits,
                        clients.transactionalProducer(ManifestSealer.TRANSACTIONAL_ID),
                        clients.sealingConsumer());
        session.begin(manifests);
        return session;
    }

    /// How many hours were sealed until some turns found nothing more.
    private static int turnsUntilQuiet(SealingSession session) {
        int sealed = 0;
        for (int quiet = 0; quiet < 3; quiet++) {
            int now = session.turn();
            sealed += now;
            quiet = now > 0 ? -1 : quiet;
        }
        return sealed;
    }

    private static List<HourSealed> all() {
        List<HourSealed> all = new ArrayList<>();
        manifests.forEach(all::add);
        return all;
    }

    /// Each record is in one manifest, and each manifest holds.
    private void assertEverythingIsSealedOnce() {
        broker.awaitCommitted(List.of(Topics.MANIFESTS.name()), 1);
        List<HourSealed> all = all();
        assertThat(all)
                .extracting(each -> each.getTopic() + each.getPartition() + each.getHour())
                .doesNotHaveDuplicates();
        List<ConsumerRecord<String, byte[]>> records = records();
        assertThat(all.stream().mapToLong(HourSealed::getCount).sum()).isEqualTo(records.size());
        ManifestCheck check = ManifestCheck.of(all::forEach, keys::verify);
        Map<TopicPartition, Long> starts = new HashMap<>();
        records.forEach(each -> starts.put(new TopicPartition(each.topic(), each.partition()), 0L));
        check.begin(starts);
        records.forEach(check::add);
        ManifestFindings findings = check.findings();
        assertThat(findings.broken()).isEmpty();
        assertThat(findings.verified()).isEqualTo(all.size());
        assertThat(findings.unsealed()).isZero();
    }

    private static List<ConsumerRecord<String, byte[]>> records() {
        try (Consumer<String, byte[]> consumer = clients.replayConsumer()) {
            List<TopicPartition> places =
                    TOPICS.stream()
                            .flatMap(topic -> consumer.partitionsFor(topic).stream())
                            .map(info -> new TopicPartition(info.topic(), info.partition()))
                            .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            long expected =
                    consumer.endOffsets(places).values().stream().mapToLong(Long::longValue).sum();
            List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
            Eventually.holds(
                    "the journal is read",
                    () -> {
                        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
                        return records.size() == expected;
                    });
            return records;
        }
    }
}
