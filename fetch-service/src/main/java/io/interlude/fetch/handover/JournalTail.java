package io.interlude.fetch.handover;

import io.interlude.fetch.overlay.SubscriberKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The end of the journal: from before what an answer of the aggregator may lack, to where it is
/// now.
public interface JournalTail {
    /// The subscriber's fetches there. Completes exceptionally with
    /// [io.interlude.journal.availability.StateUnavailableException] when they cannot be told.
    CompletableFuture<End> fetches(SubscriberKey subscriber, int partition);

    /// One subscriber's fetches in the end of a partition.
    ///
    /// @param from offset where the end begins
    /// @param fetches all of the subscriber from there on that were acknowledged, to any instance,
    ///   when it was asked for, and perhaps later ones; in the order of their offsets
    record End(long from, List<TailFetch> fetches) {
        public End {
            fetches = List.copyOf(fetches);
        }
    }
}
