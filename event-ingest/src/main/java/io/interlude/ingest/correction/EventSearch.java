package io.interlude.ingest.correction;

import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Looks through the journal's topics. It reads every record from a time on, so it is for rare
/// requests. Safe for use by many threads; never blocks the caller.
public interface EventSearch {
    /// Gives the taker every record of the topics from the time on, as far as the journal goes now:
    /// each partition in its order, on one thread. Completes when all are given or the taker has
    /// enough; completes exceptionally with
    /// [io.interlude.journal.availability.StateUnavailableException] when they cannot be read in
    /// time.
    ///
    /// @param from of the records' own times; an event is in the journal no earlier than it was
    ///   received
    CompletableFuture<Void> read(List<? extends Topic<?>> topics, Instant from, Taker taker);

    /// Looks at records.
    @FunctionalInterface
    interface Taker {
        /// Whether more records are wanted.
        boolean take(Found found);
    }

    /// A record and its partition.
    record Found(int partition, JournalEvent event) {}
}
