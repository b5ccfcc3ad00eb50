package io.interlude.report.audit;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Sees every record of a replay once, of each partition in order, whosever it is.
public interface RecordTap {
    /// Sees nothing.
    RecordTap NONE =
            new RecordTap() {
                @Override
                public void begin(Map<TopicPartition, Long> starts) {
                    // There is nothing to see.
                }

                @Override
                public void add(ConsumerRecord<String, byte[]> found) {
                    // There is nothing to see.
                }
            };

    /// Some partitions begin at these offsets; their records come next.
    void begin(Map<TopicPartition, Long> starts);

    void add(ConsumerRecord<String, byte[]> found);
}
