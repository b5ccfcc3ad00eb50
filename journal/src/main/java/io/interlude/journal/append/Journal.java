package io.interlude.journal.append;

import io.interlude.schema.topic.Topic;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Appends records to the journal's topics. Safe for use by many threads; never blocks the caller.
public interface Journal {
    /// Appends one record to a partition. Completes with its position once all in-sync replicas
    /// have it; completes exceptionally with [JournalUnavailableException] when that is not so in
    /// time.
    <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value);

    /// Appends one record, and tells both when it is durable and when Kafka has it. A journal that
    /// keeps records on disk while Kafka is away makes a difference between the two.
    default <V extends SpecificRecord> Appending appendDurably(
            Topic<V> topic, int partition, @Nullable String key, V value, AppendPriority priority) {
        return Appending.of(append(topic, partition, key, value));
    }

    /// Tells before any work is done that what the org appends would be refused for the disk's
    /// sake.
    ///
    /// @throws DiskShareUsedUpException if the org wrote its share of the disk
    /// @throws io.interlude.journal.availability.JournalUnavailableException if the disk is nearly
    ///   full
    default void requireRoom(String orgId) {}

    /// Whether what is appended to a partition gets to Kafka as it comes. False while it waits on
    /// this machine, where no other process sees it.
    default boolean isFlowing(Topic<?> topic, int partition) {
        return true;
    }

    /// Number of partitions of the journal's topics, 1 to 4,095.
    int partitionCount();
}
