package io.interlude.schema.topic;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/// The settings with which the topics are made.
///
/// @param partitions of each topic of the journal, 1 to 4,095 (the fetch id has 12 bits for it, and
///   4,095 itself marks the sandbox)
/// @param replicas copies of each partition
/// @param minInSyncReplicas copies that must have a record before it is acknowledged
/// @param retention how long the journal is kept; empty for ever
/// @param deadline longest wait for the brokers
public record TopicSettings(
        int partitions,
        int replicas,
        int minInSyncReplicas,
        Optional<Duration> retention,
        Duration deadline) {
    private static final int MAX_PARTITIONS = 4095;
    private static final int REPLICAS_TO_SPARE_ONE = 3;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    public TopicSettings {
        requireNonNull(retention, "retention is null");
        requireNonNull(deadline, "deadline is null");
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException("partitions is " + partitions);
        }
        if (replicas < 1 || replicas > Short.MAX_VALUE) {
            throw new IllegalArgumentException("replicas is " + replicas);
        }
        if (minInSyncReplicas < 1 || minInSyncReplicas > replicas) {
            throw new IllegalArgumentException("minInSyncReplicas is " + minInSyncReplicas);
        }
    }

    /// Kept for ever. From three copies on, two must have a record: then one broker may be away,
    /// and no record is lost with any one of them.
    public static TopicSettings replicated(int partitions, int replicas) {
        return new TopicSettings(
                partitions,
                replicas,
                replicas < REPLICAS_TO_SPARE_ONE ? 1 : 2,
                Optional.empty(),
                DEADLINE);
    }
}
