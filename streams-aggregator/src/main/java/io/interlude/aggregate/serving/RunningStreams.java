package io.interlude.aggregate.serving;

import java.util.Collection;
import java.util.Set;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;

/// Kafka Streams' view of this process and of the group. All empty while it does not run.
public interface RunningStreams {
    /// The threads of this process with their tasks.
    Set<ThreadMetadata> threads();

    /// Every process of the group that has an address, as of the last heartbeat.
    Collection<StreamsMetadata> clients();

    /// How far the stores that are followed here have come.
    StandbyOffsets standbyOffsets();
}
