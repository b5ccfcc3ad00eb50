package io.interlude.journal.outbox;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Appending;
import io.interlude.journal.append.Journal;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.append.SerializedRecord;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/// A journal that goes on without Kafka: while Kafka is away records are synced to this machine's
/// disk, and given to Kafka in order and once each when it is back (ADR 0002). With Kafka there,
/// nothing is written to the disk.
///
/// Not ready while it still holds what an earlier process promised.
public final class OutboxJournal implements Journal, ReadinessCheck, AutoCloseable {
    /// What a record takes on the disk beside itself, in changelogs and stores: 90 bytes of an
    /// event, 240 of a click, 340 of a fetch, by `docs/sizing.md`.
    private static final int BESIDE_BYTES = 340;

    private final KafkaJournal kafka;
    private final Outbox outbox;
    private final DiskShares disk;

    /// A journal that refuses nothing for a disk's sake.
    public OutboxJournal(
            OutboxLimits limits,
            KafkaJournal kafka,
            Supplier<? extends Consumer<byte[], byte[]>> scanConsumers,
            MeterRegistry registry) {
        this(limits, kafka, scanConsumers, registry, DiskShares.none());
    }

    /// Opens the outbox's folder. Call [#recover] before the first append.
    ///
    /// @param kafka closed with this one
    /// @param scanConsumers makes consumers that read every record of a partition
    /// @param disk refuses appends while it has no room for them
    public OutboxJournal(
            OutboxLimits limits,
            KafkaJournal kafka,
            Supplier<? extends Consumer<byte[], byte[]>> scanConsumers,
            MeterRegistry registry,
            DiskShares disk) {
        this.kafka = requireNonNull(kafka, "kafka is null");
        this.disk = requireNonNull(disk, "disk is null");
        try {
            this.outbox = new Outbox(limits, kafka, scanConsumers, registry);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The outbox " + limits.folder() + " cannot be opened.", e);
        }
    }

    /// Waits until the topics' metadata is here. Blocks: call before requests come.
    ///
    /// @throws io.interlude.journal.availability.JournalUnavailableException if a topic is not
    ///   there in time
    public void warmUp(Collection<? extends Topic<?>> topics) {
        kafka.warmUp(topics);
    }

    /// Begins to work, and returns when Kafka has everything that an earlier process promised: only
    /// then may anybody count what is in the journal. Without Kafka it does not return.
    public void recover() {
        outbox.start();
        try {
            outbox.awaitRecovery();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value) {
        return appendDurably(topic, partition, key, value, AppendPriority.USUAL).placed();
    }

    @Override
    public <V extends SpecificRecord> Appending appendDurably(
            Topic<V> topic, int partition, @Nullable String key, V value, AppendPriority priority) {
        if (outbox.isClosing()) {
            return refused(new JournalUnavailableException("the journal is being closed"));
        }
        String org = RecordedOrg.of(value);
        AppendPriority granted = topic.equals(Topics.REJECTED) ? AppendPriority.SPARE : priority;
        RuntimeException refusal = disk.refusal(org, granted);
        if (refusal != null) {
            return refused(refusal);
        }
        SerializedRecord appended;
        try {
            appended = kafka.serialize(topic, partition, key, value);
        } catch (RuntimeException e) {
            return refused(e);
        }
        Entry entry = new Entry(appended, org, granted, outbox.nanoTime());
        outbox.appender(topic.name(), partition).append(entry);
        if (!entry.durable.isCompletedExceptionally()) {
            disk.add(org, entry.recordBytes + BESIDE_BYTES);
        }
        return entry.appending();
    }

    @Override
    public void requireRoom(String orgId) {
        RuntimeException refusal = disk.refusal(orgId, AppendPriority.USUAL);
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public boolean isFlowing(Topic<?> topic, int partition) {
        return !outbox.isSpilling(topic.name(), partition);
    }

    private static Appending refused(RuntimeException cause) {
        return new Appending(
                CompletableFuture.failedFuture(cause), CompletableFuture.failedFuture(cause));
    }

    @Override
    public int partitionCount() {
        return kafka.partitionCount();
    }

    @Override
    public String name() {
        return "outbox";
    }

    @Override
    public boolean ready() {
        return outbox.isRecovered();
    }

    /// Lets Kafka have what waits if it takes that within a moment; the rest stays on disk.
    @Override
    public void close() throws IOException {
        outbox.close();
    }
}
