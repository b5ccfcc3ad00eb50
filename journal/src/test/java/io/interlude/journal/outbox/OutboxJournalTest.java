package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Appending;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The outbox over a producer that does what the test says.
class OutboxJournalTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final int MOST_CLICKS = 10;

    /// For Kafka: long beside what a busy machine takes between a record and its acknowledgement.
    private static final Duration WAIT = Duration.ofMillis(250);

    @TempDir private Path folder;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScriptedProducer producer = new ScriptedProducer(cluster());
    private DiskShares disk = DiskShares.none();
    private final List<OutboxJournal> opened = new ArrayList<>();

    private static Cluster cluster() {
        Node node = new Node(1, "localhost", 9092);
        Node[] nodes = {node};
        String topic = Topics.CLICKS.name();
        return new Cluster(
                "cluster",
                List.of(node),
                List.of(
                        new PartitionInfo(topic, 0, node, nodes, nodes),
                        new PartitionInfo(topic, 1, node, nodes, nodes)),
                Set.of(),
                Set.of());
    }

    private OutboxJournal open(int entries) {
        OutboxJournal journal = make(entries);
        journal.recover();
        return journal;
    }

    private OutboxJournal make(int entries) {
        KafkaJournal kafka =
                new KafkaJournal(
                        producer,
                        (_, value) ->
                                ((ClickRecorded) value)
                                        .getEventId()
                                        .getBytes(StandardCharsets.US_ASCII),
                        2,
                        InstantSource.fixed(NOW),
                        meters);
        OutboxJournal journal =
                new OutboxJournal(
                        new OutboxLimits(
                                folder,
                                new OutboxLimits.Bounds(entries, 16 * MEBIBYTE),
                                new OutboxLimits.Bounds(MOST_CLICKS, MEBIBYTE),
                                WAIT),
                        kafka,
                        () -> new MockConsumer<>("none"),
                        meters,
                        disk);
        opened.add(journal);
        return journal;
    }

    @AfterEach
    void close() throws IOException {
        producer.sendException = null;
        while (producer.acknowledgeNext()) {
            // What is left is acknowledged, so that closing need not wait.
        }
        for (OutboxJournal journal : opened) {
            journal.close();
        }
    }

    private static Appending append(OutboxJournal journal, int number, AppendPriority priority) {
        return append(journal, number, 0, priority);
    }

    private static Appending append(
            OutboxJournal journal, int number, int moreBytes, AppendPriority priority) {
        ClickRecorded click = new ClickRecorded();
        click.setEventId(new UUID(7, number) + "x".repeat(moreBytes));
        return journal.appendDurably(Topics.CLICKS, 1, "fetch-1", click, priority);
    }

    private static Appending append(OutboxJournal journal, int number) {
        return append(journal, number, AppendPriority.USUAL);
    }

    private static void awaitDone(CompletableFuture<?> future) {
        Eventually.holds("done", future::isDone);
    }

    private double entries() {
        return meters.get("outbox.entries").gauge().value();
    }

    private List<Integer> sentNumbers() {
        return producer.history().stream()
                .map(ProducerRecord::value)
                .map(value -> UUID.fromString(new String(value, 0, 36, StandardCharsets.US_ASCII)))
                .map(id -> (int) id.getLeastSignificantBits())
                .toList();
    }

    private void drain(int expected) {
        Eventually.holds(
                "all are sent",
                () -> {
                    while (producer.acknowledgeNext()) {
                        // What comes meanwhile is acknowledged next.
                    }
                    return producer.history().size() == expected && entries() == 0;
                });
    }

    @Test
    void writesNothingWhileKafkaAnswers() {
        OutboxJournal journal = open(1_000);

        Appending appending = append(journal, 1);
        producer.acknowledgeNext();

        assertThat(appending.durable()).isCompleted();
        assertThat(appending.placed()).isCompleted();
        assertThat(meters.get("outbox.stored").counter().count()).isZero();
    }

    @Test
    void keepsWhatKafkaDoesNotAcknowledgeAndSendsItOnce() {
        OutboxJournal journal = open(1_000);

        Appending slow = append(journal, 1);
        awaitDone(slow.durable());
        assertThat(slow.durable()).isCompleted();
        assertThat(slow.placed()).isNotDone();
        assertThat(meters.get("journal.up").gauge().value()).isZero();
        assertThat(journal.isFlowing(Topics.CLICKS, 1)).isFalse();
        assertThat(journal.isFlowing(Topics.CLICKS, 0)).isTrue();

        producer.acknowledgeNext();
        assertThat(slow.placed()).isCompleted();
        assertThat(journal.isFlowing(Topics.CLICKS, 1)).isTrue();
        assertThat(sentNumbers()).containsExactly(1);
        Eventually.holds("nothing waits", () -> entries() == 0);
        assertThat(meters.get("journal.up").gauge().value()).isEqualTo(1);
    }

    @Test
    void keepsTheOrderOfWhatComesMeanwhile() {
        // given
        OutboxJournal journal = open(1_000);
        awaitDone(append(journal, 0).durable());
        List<Appending> later = new ArrayList<>();
        for (int i = 1; i < 600; i++) {
            later.add(append(journal, i));
        }
        later.forEach(appending -> awaitDone(appending.durable()));
        assertThat(sentNumbers()).containsExactly(0);

        // when
        drain(600);

        // then
        assertThat(sentNumbers()).isSorted().doesNotHaveDuplicates().hasSize(600);
        assertThat(later).allMatch(appending -> appending.placed().isDone());
        assertThat(meters.get("outbox.drained").counter().count()).isEqualTo(600);

        // and the next one goes straight to Kafka again
        append(journal, 600);
        assertThat(sentNumbers()).hasSize(601);
    }

    @Test
    void keepsTheOrderOfLargeRecordsThatAreReadBackInParts() {
        // given three times as much as is read back at once
        OutboxJournal journal = open(1_000);
        awaitDone(append(journal, 0).durable());
        for (int i = 1; i < 80; i++) {
            awaitDone(append(journal, i, i % 3 == 0 ? 0 : 60_000, AppendPriority.USUAL).durable());
        }

        // when
        drain(80);

        // then
        assertThat(sentNumbers()).isSorted().doesNotHaveDuplicates().hasSize(80);
    }

    @Test
    void keepsNothingThatWasRefusedBeforeItWasWritten() {
        OutboxJournal journal = make(1_000);
        producer.sendException = new BufferExhaustedException("full");
        Appending refused = append(journal, 1);
        Appending kept = append(journal, 2);
        refused.placed().completeExceptionally(new JournalUnavailableException("the disk hangs"));

        journal.recover();

        awaitDone(kept.durable());
        assertThat(kept.durable()).isCompleted();
        assertThat(meters.get("outbox.stored").counter().count()).isEqualTo(1);
        producer.sendException = null;
        drain(1);
        assertThat(sentNumbers()).containsExactly(2);
    }

    @Test
    void keepsWhatTheProducerDoesNotTake() {
        OutboxJournal journal = open(1_000);
        producer.sendException = new BufferExhaustedException("full");

        Appending refused = append(journal, 1);
        awaitDone(refused.durable());
        assertThat(refused.durable()).isCompleted();

        producer.sendException = null;
        drain(1);
        assertThat(refused.placed()).isCompleted();
    }

    @Test
    void refusesWhenFullAndKeepsRoomForClicks() {
        // given
        OutboxJournal journal = open(100);
        awaitDone(append(journal, 0).durable());

        // when
        List<Appending> usual = appendAll(journal, 1, 200, AppendPriority.USUAL);
        List<Appending> clicks = appendAll(journal, 200, 220, AppendPriority.FIRST);

        // then
        assertThat(durable(usual)).hasSize(99);
        Appending last = usual.getLast();
        assertThatThrownBy(() -> last.durable().join())
                .hasCauseInstanceOf(JournalUnavailableException.class);
        assertThat(last.placed()).isCompletedExceptionally();
        assertThat(durable(clicks)).hasSize(MOST_CLICKS);
        assertThat(meters.get("outbox.clicks.entries").gauge().value()).isEqualTo(MOST_CLICKS);

        // and nothing that was refused is ever sent
        drain(110);
        assertThat(sentNumbers()).isSorted().contains(200, 209).hasSize(110);
    }

    @Test
    void oneOrgLeavesAQuarterToOthers() {
        OutboxJournal journal = open(100);
        awaitDone(append(journal, 0).durable());

        List<Appending> acme = appendAll(journal, "acme", 1, 200);
        List<Appending> other = appendAll(journal, "other", 200, 400);

        assertThat(durable(acme)).hasSize(75);
        assertThat(durable(other)).hasSize(18);
        drain(94);

        // and what is sent is free again
        producer.sendException = new BufferExhaustedException("full");
        assertThat(durable(appendAll(journal, "acme", 400, 600))).hasSize(75);
        producer.sendException = null;
        drain(169);
    }

    private static List<Appending> appendAll(OutboxJournal journal, String org, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> {
                    ClickRecorded click = new ClickRecorded();
                    click.setOrgId(org);
                    click.setEventId(new UUID(7, number).toString());
                    return journal.appendDurably(
                            Topics.CLICKS, 1, "fetch-1", click, AppendPriority.USUAL);
                })
                .toList();
    }

    @Test
    void clicksDoNotTakeTheRoomOfOthers() {
        OutboxJournal journal = open(5);
        awaitDone(append(journal, 0).durable());

        List<Appending> clicks = appendAll(journal, 1, 40, AppendPriority.FIRST);
        List<Appending> usual = appendAll(journal, 40, 60, AppendPriority.USUAL);

        assertThat(durable(clicks)).hasSize(MOST_CLICKS);
        assertThat(durable(usual)).hasSize(4);
        drain(15);
    }

    private static List<Appending> appendAll(
            OutboxJournal journal, int from, int to, AppendPriority priority) {
        return IntStream.range(from, to)
                .mapToObj(number -> append(journal, number, priority))
                .toList();
    }

    private static List<Appending> durable(List<Appending> all) {
        all.forEach(appending -> awaitDone(appending.durable()));
        return all.stream()
                .filter(appending -> !appending.durable().isCompletedExceptionally())
                .toList();
    }

    @Test
    void refusesWhileTheDiskIsNearlyFullAndTakesAgainWhenItIsNot() {
        AtomicLong free = new AtomicLong(9);
        AtomicLong nanos = new AtomicLong();
        disk =
                new DiskShares(
                        new DiskReserve(free::get, nanos::get, 10),
                        Long.MAX_VALUE,
                        InstantSource.fixed(NOW));
        OutboxJournal journal = open(1_000);

        assertThatThrownBy(() -> append(journal, 0).durable().join())
                .cause()
                .isInstanceOf(JournalUnavailableException.class)
                .hasMessageContaining("nearly full");
        Appending click = append(journal, 1, AppendPriority.FIRST);
        free.set(100);
        nanos.set(Duration.ofSeconds(1).toNanos());
        Appending next = append(journal, 2);

        awaitDone(click.durable());
        awaitDone(next.durable());
        assertThat(sentNumbers()).containsExactly(1, 2);
    }

    @Test
    void refusesAnOrgBeyondItsShareOfTheDiskAndNoOther() {
        disk = new DiskShares(DiskReserve.none(), 1_000, InstantSource.fixed(NOW));
        OutboxJournal journal = open(1_000);

        List<Appending> acme = appendAll(journal, "acme", 0, 10);
        List<Appending> other = appendAll(journal, "other", 10, 11);

        drain(4);
        assertThat(sentNumbers()).containsExactly(0, 1, 2, 10);
        assertThat(durable(acme)).hasSize(3);
        assertThat(durable(other)).hasSize(1);
        assertThatThrownBy(() -> acme.getLast().placed().join())
                .hasCauseInstanceOf(DiskShareUsedUpException.class);
        assertThatThrownBy(() -> journal.requireRoom("acme"))
                .isInstanceOf(DiskShareUsedUpException.class);
        journal.requireRoom("other");
    }

    @Test
    void countsNothingThatIsRefused() {
        disk = new DiskShares(DiskReserve.none(), 1_000, InstantSource.fixed(NOW));
        OutboxJournal journal = open(1);
        awaitDone(append(journal, 0).durable());

        appendAll(journal, "acme", 1, 100);

        journal.requireRoom("acme");
        drain(1);
    }

    @Test
    void aRecordThatKafkaNeverTakesStopsNoOther() {
        OutboxJournal journal = open(1_000);
        Appending poison = append(journal, 0);
        awaitDone(poison.durable());
        Appending next = append(journal, 1);
        awaitDone(next.durable());

        producer.failNext(new RecordTooLargeException("2 MiB"));
        drain(2);

        assertThat(poison.placed()).isCompletedExceptionally();
        assertThat(next.placed()).isCompleted();
        assertThat(meters.get("outbox.undeliverable").counter().count()).isEqualTo(1);
        assertThat(meters.get("outbox.undelivered.entries").gauge().value()).isEqualTo(1);
    }
}
