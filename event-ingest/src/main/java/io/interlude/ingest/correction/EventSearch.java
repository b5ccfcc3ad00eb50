package io.interlude.ingest.correction;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// Looks through the journal's topics, for one search at a time. It reads every record from a time
/// on, so it is for rare requests. Safe for use by many threads; never blocks the caller.
public interface EventSearch {
    /// Makes a search, on one thread, once it is the org's turn: until then nothing is held.
    /// Completes exceptionally with what the search throws, and with
    /// [io.interlude.journal.availability.StateUnavailableException] when the topics cannot be read
    /// in time.
    <T> CompletableFuture<T> search(OrgId orgId, Function<Reading, T> search);

    /// Reads records for one search.
    @FunctionalInterface
    interface Reading {
        /// Gives the taker every record of the topics from the time on, as far as the journal goes
        /// now: each partition in its order. Returns when all are given or the taker has enough.
        ///
        /// @param from of the records' own times; an event is in the journal no earlier than it was
        ///   received
        void read(List<? extends Topic<?>> topics, Instant from, Taker taker);
    }

    /// Looks at records.
    @FunctionalInterface
    interface Taker {
        /// Whether more records are wanted.
        boolean take(Found found);
    }

    /// A record and its partition.
    record Found(int partition, JournalEvent event) {}
}
