package io.interlude.aggregate.query;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Offsets of `ads.fetches` by partition, as the broker knows them. Every answer has a deadline.
public interface JournalOffsets {
    /// Of each partition's first record that is still there.
    CompletableFuture<Map<Integer, Long>> starts();

    /// Behind each partition's last record.
    CompletableFuture<Map<Integer, Long>> ends();

    /// Behind the last record that the aggregator has applied and committed; absent for none.
    CompletableFuture<Map<Integer, Long>> committed();
}
