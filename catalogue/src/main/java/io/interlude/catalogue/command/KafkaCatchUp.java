package io.interlude.catalogue.command;

import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.reading.RangeReading;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Asks Kafka where the topics of a projection end, and waits until its reader is there.
public final class KafkaCatchUp implements CatalogueCatchUp {
    private static final Duration LOOK_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<Admin> admins;
    private final Supplier<? extends Consumer<?, ?>> consumers;
    private final TopicReader reader;
    private @Nullable Admin current;

    /// @param consumers makes consumers of committed records, that start where they are told to
    public KafkaCatchUp(
            Supplier<Admin> admins,
            Supplier<? extends Consumer<?, ?>> consumers,
            TopicReader reader) {
        this.admins = admins;
        this.consumers = consumers;
        this.reader = reader;
    }

    @Override
    public void await(Duration deadline) {
        List<TopicPartition> partitions = reader.partitions();
        if (partitions.isEmpty()) {
            throw new JournalUnavailableException("the catalogue is not read yet");
        }
        long untilNanos = System.nanoTime() + deadline.toNanos();
        Map<TopicPartition, Long> ends = ends(partitions, deadline);
        get(reader.whenShown(ends), untilNanos - System.nanoTime());
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, Duration deadline) {
        Admin admin = current;
        if (admin == null) {
            admin = admins.get();
            current = admin;
        }
        Map<TopicPartition, OffsetSpec> latest = HashMap.newHashMap(partitions.size());
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        ListOffsetsOptions options =
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)
                        .timeoutMs((int) deadline.toMillis());
        Map<TopicPartition, Long> ends = HashMap.newHashMap(partitions.size());
        get(admin.listOffsets(latest, options).all(), deadline.toNanos())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    @Override
    public boolean isCommitted(TopicPartition partition, long offset) {
        try (Consumer<?, ?> consumer = consumers.get()) {
            return RangeReading.first(consumer, partition, offset, offset + 1, LOOK_DEADLINE)
                    .isPresent();
        } catch (org.apache.kafka.common.errors.TimeoutException _) {
            throw new JournalUnavailableException("a transaction is still open");
        }
    }

    private static <T> T get(Future<T> future, long nanos) {
        try {
            return future.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            throw new JournalUnavailableException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(e);
        }
    }

    @Override
    public void close() {
        Admin admin = current;
        current = null;
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
