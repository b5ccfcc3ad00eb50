package io.interlude.aggregate.serving;

import io.interlude.schema.topic.Topics;
import io.interlude.state.wire.StoreGroup;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;

/// The partitions of tasks, by store group: the first stage reads the journal, the second the sums.
public final class LocalTasks {
    /// The end of the name of the topic between the stages; the application's id is before it.
    static final String SUMS = "-partial-sums-repartition";

    private LocalTasks() {}

    /// The partitions of these topic partitions, by store group.
    static Map<StoreGroup, Set<Integer>> partitions(Collection<TopicPartition> places) {
        Map<StoreGroup, Set<Integer>> partitions = new EnumMap<>(StoreGroup.class);
        for (StoreGroup group : StoreGroup.values()) {
            partitions.put(group, new TreeSet<>());
        }
        for (TopicPartition place : places) {
            for (StoreGroup group : StoreGroup.values()) {
                if (reads(group, place.topic())) {
                    partitions.getOrDefault(group, Set.of()).add(place.partition());
                }
            }
        }
        return partitions;
    }

    /// The offset of its topic that each active task of the group has committed, by partition; -1
    /// for one that has committed nothing since it began to run here.
    static Map<Integer, Long> committed(Collection<ThreadMetadata> threads, StoreGroup group) {
        Map<Integer, Long> partitionToOffset = new TreeMap<>();
        for (ThreadMetadata thread : threads) {
            for (TaskMetadata task : thread.activeTasks()) {
                task.committedOffsets()
                        .forEach((place, offset) -> {
                            if (reads(group, place.topic())) {
                                partitionToOffset.put(place.partition(), offset);
                            }
                        });
            }
        }
        return partitionToOffset;
    }

    /// The partitions that a task of the group follows for another process.
    static Set<Integer> standbys(Collection<ThreadMetadata> threads, StoreGroup group) {
        Set<Integer> partitions = new TreeSet<>();
        for (ThreadMetadata thread : threads) {
            for (TaskMetadata task : thread.standbyTasks()) {
                for (TopicPartition place : task.topicPartitions()) {
                    if (reads(group, place.topic())) {
                        partitions.add(place.partition());
                    }
                }
            }
        }
        return partitions;
    }

    /// Of offsets of any topics those of the topic that the group's tasks read, by partition.
    static Map<Integer, Long> offsets(Map<TopicPartition, Long> placeToOffset, StoreGroup group) {
        Map<Integer, Long> partitionToOffset = new TreeMap<>();
        placeToOffset.forEach((place, offset) -> {
            if (reads(group, place.topic())) {
                partitionToOffset.put(place.partition(), offset);
            }
        });
        return partitionToOffset;
    }

    /// True when tasks of the group read the topic.
    public static boolean reads(StoreGroup group, String topic) {
        return switch (group) {
            case COUNTERS -> topic.equals(Topics.FETCHES.name());
            case CELLS -> topic.endsWith(SUMS);
        };
    }
}
