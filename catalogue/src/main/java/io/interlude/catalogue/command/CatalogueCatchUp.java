package io.interlude.catalogue.command;

import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/// Catches up with everything that all processes have committed to the catalogue. For one thread.
public interface CatalogueCatchUp extends AutoCloseable {
    /// Waits until this process's reads show all that was committed when this was called.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not tell
    /// @throws io.interlude.journal.availability.JournalUnavailableException if it does not show in
    ///   time
    void await(Duration deadline);

    /// Whether the transaction of a record was committed. It must be over, which it is for whoever
    /// took its producer's place.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not tell
    boolean isCommitted(TopicPartition partition, long offset);

    @Override
    void close();
}
