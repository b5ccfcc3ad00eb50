package io.interlude.journal.reading;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Gives the records of stretches of several partitions one after the other. Used by one thread.
public interface RecordScan {
    /// The next record; null when there is none, or when it is not known by the deadline.
    @Nullable ConsumerRecord<String, byte[]> next(long deadlineNanos);

    /// Whether every stretch has been given to its end.
    boolean exhausted();

    /// For each partition the offset at which the scan goes on.
    Map<TopicPartition, Long> positions();
}
