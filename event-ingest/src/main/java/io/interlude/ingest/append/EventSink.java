package io.interlude.ingest.append;

import io.interlude.journal.append.AppendPriority;
import java.util.concurrent.CompletableFuture;

/// The port through which events become durable. Safe for use by many threads; never blocks the
/// caller.
public interface EventSink {
    /// Completes with nothing once the entry is durable; completes exceptionally when it could not
    /// be made so in time.
    default CompletableFuture<Void> append(JournalEntry<?> entry) {
        return append(entry, AppendPriority.USUAL);
    }

    /// Appends with another priority than most.
    CompletableFuture<Void> append(JournalEntry<?> entry, AppendPriority priority);

    /// Number of partitions of the journal's topics, 1 to 4,095.
    int partitionCount();
}
