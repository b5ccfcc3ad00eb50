package io.interlude.aggregate.boot;

import io.interlude.aggregate.serving.StandbyOffsets;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/// Counts what is read from changelogs: to own a partition, or to follow it. Told by the threads
/// that read.
final class RestoreMeters implements StateRestoreListener, StandbyUpdateListener {
    private static final String BYTES = "bytes-consumed-total";
    private static final String CLIENT = "client-id";
    private static final String TOPIC = "topic";

    private final StandbyOffsets standbyOffsets;
    private final Supplier<@Nullable KafkaStreams> streams;
    private final Counter owned;
    private final Counter followed;

    /// @param standbyOffsets is told on
    RestoreMeters(
            StandbyOffsets standbyOffsets,
            MeterRegistry registry,
            Supplier<@Nullable KafkaStreams> streams) {
        this.standbyOffsets = standbyOffsets;
        this.streams = streams;
        owned = records(registry, "owner");
        followed = records(registry, "standby");
        FunctionCounter.builder("interlude.aggregate.restored.bytes", this, RestoreMeters::bytes)
                .description("Bytes read from changelogs, for partitions owned and followed")
                .register(registry);
    }

    private static Counter records(MeterRegistry registry, String by) {
        return Counter.builder("interlude.aggregate.restored")
                .description("Records read from changelogs")
                .tag("by", by)
                .register(registry);
    }

    /// Records that were read to own a partition.
    double restored() {
        return owned.count();
    }

    /// What the consumers of the changelogs have read since they were made.
    private double bytes() {
        KafkaStreams running = streams.get();
        if (running == null) {
            return 0;
        }
        return running.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(BYTES))
                .filter(metric -> !metric.getKey().tags().containsKey(TOPIC))
                .filter(metric ->
                        metric.getKey()
                                .tags()
                                .getOrDefault(CLIENT, "")
                                .endsWith("restore-consumer"))
                .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
                .sum();
    }

    @Override
    public void onRestoreStart(
            TopicPartition changelog, String storeName, long startingOffset, long endingOffset) {
        // Only what was read counts.
    }

    @Override
    public void onBatchRestored(
            TopicPartition changelog, String storeName, long batchEndOffset, long records) {
        owned.increment((double) records);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String storeName, long records) {
        // Each batch was counted.
    }

    @Override
    public void onUpdateStart(TopicPartition changelog, String storeName, long startingOffset) {
        standbyOffsets.onUpdateStart(changelog, storeName, startingOffset);
    }

    @Override
    public void onBatchLoaded(
            TopicPartition changelog,
            String storeName,
            TaskId taskId,
            long batchEndOffset,
            long records,
            long currentEndOffset) {
        followed.increment((double) records);
        standbyOffsets.onBatchLoaded(
                changelog, storeName, taskId, batchEndOffset, records, currentEndOffset);
    }

    @Override
    public void onUpdateSuspended(
            TopicPartition changelog,
            String storeName,
            long storeOffset,
            long currentEndOffset,
            SuspendReason reason) {
        standbyOffsets.onUpdateSuspended(
                changelog, storeName, storeOffset, currentEndOffset, reason);
    }
}
