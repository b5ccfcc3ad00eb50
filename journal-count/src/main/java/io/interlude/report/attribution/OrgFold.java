package io.interlude.report.attribution;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/// The conversions of one org, while they are read.
public interface OrgFold extends AutoCloseable {
    OrgConversions conversions();

    /// Waits until the org's versions count all records before these offsets.
    ///
    /// @throws io.interlude.journal.availability.StateUnavailableException if they do not within
    ///   the deadline
    void await(Map<TopicPartition, Long> placeToEnd, Duration deadline);

    @Override
    void close();
}
