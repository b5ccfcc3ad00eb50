package io.interlude.state.query;

import io.interlude.journal.availability.StateUnavailableException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/// Tells when the aggregator has counted what the journal holds.
public interface AppliedJournal {
    /// Waits until all records before these offsets are in the cells that [RollupQuery] and
    /// [ReachQuery] read. Blocks; for threads that serve no requests.
    ///
    /// @throws StateUnavailableException if they are not within the deadline
    void await(Map<TopicPartition, Long> placeToEnd, Duration deadline);
}
