package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Appending;
import io.interlude.journal.append.EventIdReader;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The outbox over a real broker that goes away and comes back.
class OutboxJournalIT {
    private static final int PARTITIONS = 2;

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaClients clients;

    @TempDir private Path outboxFolder;
    private final List<String> promised = new ArrayList<>();
    private int run;

    private SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(folder);
        broker.create(List.of(Topics.CLICKS.name()), PARTITIONS);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        clients.prepare(Topics.CLICKS);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void number() {
        run = (int) System.nanoTime();
    }

    private OutboxJournal open(Path where) {
        meters = new SimpleMeterRegistry();
        KafkaJournal kafka =
                new KafkaJournal(
                        clients.journalProducer(),
                        clients.serializer(),
                        PARTITIONS,
                        InstantSource.system(),
                        new SimpleMeterRegistry());
        kafka.warmUp(List.of(Topics.CLICKS));
        OutboxJournal journal =
                new OutboxJournal(
                        new OutboxLimits(
                                where,
                                new OutboxLimits.Bounds(10_000, 8 << 20),
                                new OutboxLimits.Bounds(1_000, 1 << 20),
                                Duration.ofMillis(100)),
                        kafka,
                        clients::scanConsumer,
                        meters);
        journal.recover();
        return journal;
    }

    private Appending append(OutboxJournal journal, int number) {
        String id = new UUID(run, number).toString();
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        ClickRecorded click =
                ClickRecorded.newBuilder()
                        .setEventId(id)
                        .setEventType(EventType.click)
                        .setOccurredAt(now)
                        .setReceivedAt(now)
                        .setOrgId("acme")
                        .setFetchId("native-1")
                        .setTest(false)
                        .setSource(EventSource.redirect)
                        .build();
        promised.add(id);
        return journal.appendDurably(
                Topics.CLICKS, number % PARTITIONS, "native-1", click, AppendPriority.USUAL);
    }

    private List<Appending> append(OutboxJournal journal, int from, int to) throws Exception {
        List<Appending> appendings = new ArrayList<>();
        for (int number = from; number < to; number++) {
            appendings.add(append(journal, number));
        }
        for (Appending appending : appendings) {
            appending.durable().get(60, TimeUnit.SECONDS);
        }
        return appendings;
    }

    private List<String> journaled() {
        List<TopicPartition> partitions =
                List.of(
                        new TopicPartition(Topics.CLICKS.name(), 0),
                        new TopicPartition(Topics.CLICKS.name(), 1));
        List<String> ids = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = clients.scanConsumer()) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Collection<Long> ends = consumer.endOffsets(partitions).values();
            long left = ends.stream().mapToLong(Long::longValue).sum();
            while (left > 0) {
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofSeconds(1))) {
                    left--;
                    EventIdReader.read(next.value())
                            .map(UUID::toString)
                            .filter(id -> UUID.fromString(id).getMostSignificantBits() == run)
                            .ifPresent(ids::add);
                }
            }
        }
        return ids;
    }

    private static List<Long> places(List<Appending> appendings, int partition) {
        return appendings.stream()
                .map(appending -> appending.placed().join())
                .filter(position -> position.partition() == partition)
                .map(JournalPosition::offset)
                .toList();
    }

    @Test
    void acceptsWithoutABrokerAndWritesEachOnceInOrderWhenItIsBack() throws Exception {
        try (OutboxJournal journal = open(outboxFolder)) {
            // given
            List<Appending> all = new ArrayList<>(append(journal, 0, 200));
            broker.stop();

            // when
            all.addAll(append(journal, 200, 1_000));
            assertThat(all.getLast().placed()).isNotDone();
            broker.start();
            all.addAll(append(journal, 1_000, 1_200));

            // then
            for (Appending appending : all) {
                appending.placed().get(60, TimeUnit.SECONDS);
            }
            assertThat(journaled()).containsExactlyInAnyOrderElementsOf(promised);
            assertThat(places(all, 0)).isSorted();
            assertThat(places(all, 1)).isSorted();
        }
    }

    @Test
    void theNextProcessWritesWhatAKilledOneLeftAndNothingTwice() throws Exception {
        // given a process that is killed with its outbox as it is now, while its producer may have
        // written some of it
        Path left = Files.createDirectory(outboxFolder.resolve("left"));
        try (OutboxJournal killed = open(outboxFolder.resolve("killed"))) {
            append(killed, 0, 10);
            broker.stop();
            append(killed, 10, 500);
            copy(outboxFolder.resolve("killed"), left);
            broker.start();
            Eventually.holds("some are written", () -> !journaled().isEmpty());
        }

        // when
        try (OutboxJournal next = open(left)) {
            // then
            assertThat(next.ready()).isTrue();
            append(next, 500, 510);
            assertThat(journaled()).containsExactlyInAnyOrderElementsOf(promised);
        }
        try (OutboxJournal third = open(left)) {
            assertThat(third.ready()).isTrue();
        }
        assertThat(journaled()).containsExactlyInAnyOrderElementsOf(promised);
    }

    @Test
    void whatKafkaRefusesForGoodIsKeptAndOfferedAgainByTheNextProcess() throws Exception {
        // given promised records that the topic no longer takes
        try (OutboxJournal first = open(outboxFolder)) {
            broker.stop();
            append(first, 0, 20);
        }
        broker.start();
        setLargestMessage("50");

        // when, then
        try (OutboxJournal refused = open(outboxFolder)) {
            assertThat(refused.ready()).isTrue();
            assertThat(undelivered()).isEqualTo(20);
        }
        try (OutboxJournal refusedAgain = open(outboxFolder)) {
            assertThat(refusedAgain.ready()).isTrue();
            assertThat(undelivered()).isEqualTo(20);
            assertThat(journaled()).isEmpty();
        }
        setLargestMessage("1048588");
        try (OutboxJournal taken = open(outboxFolder)) {
            assertThat(taken.ready()).isTrue();
            assertThat(journaled()).containsExactlyInAnyOrderElementsOf(promised);
        }
        try (OutboxJournal last = open(outboxFolder)) {
            assertThat(last.ready()).isTrue();
            assertThat(undelivered()).isZero();
        }
    }

    private double undelivered() {
        return meters.get("outbox.undelivered.entries").gauge().value();
    }

    private static void setLargestMessage(String bytes) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.CLICKS.name());
        ConfigEntry entry = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, bytes);
        try (Admin admin = clients.admin()) {
            admin.incrementalAlterConfigs(
                            Map.of(
                                    topic,
                                    List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
            }
        }
    }
}
