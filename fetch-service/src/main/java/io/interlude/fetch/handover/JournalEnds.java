package io.interlude.fetch.handover;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Offsets in `ads.fetches`, as Kafka knows them.
interface JournalEnds extends AutoCloseable {
    /// Where each of the partitions ends now. One whose leader is away keeps nobody else waiting.
    Map<Integer, CompletableFuture<Long>> ends(Collection<Integer> partitions);

    /// What the aggregator has committed, by partition.
    CompletableFuture<Map<Integer, Long>> committed();

    @Override
    void close();
}
