package io.interlude.schema.topic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/// The topics as they should be, and what is to do so that they are.
final class TopicPlan {
    private static final String FOR_EVER = "-1";

    private final Map<String, NewTopic> nameToTopic = new LinkedHashMap<>();

    TopicPlan(TopicSettings settings) {
        Stream.concat(
                        Stream.of(newTopic(Topics.SCHEMAS_TOPIC, 1, true, settings)),
                        Topics.all().stream().map(topic -> newTopic(topic, settings)))
                .forEach(topic -> nameToTopic.put(topic.name(), topic));
    }

    List<String> names() {
        return List.copyOf(nameToTopic.keySet());
    }

    /// The topics that are not there.
    List<NewTopic> missing(Map<String, Integer> nameToPartitions) {
        return nameToTopic.values().stream()
                .filter(topic -> !nameToPartitions.containsKey(topic.name()))
                .toList();
    }

    /// What is wrong with the topics that are there, one sentence for each.
    List<String> mismatches(Map<String, Integer> nameToPartitions) {
        List<String> mismatches = new ArrayList<>();
        nameToTopic.forEach((name, topic) -> {
            int present = nameToPartitions.getOrDefault(name, topic.numPartitions());
            if (present != topic.numPartitions()) {
                mismatches.add(
                        "topic %s has %d partitions where %d are configured"
                                .formatted(name, present, topic.numPartitions()));
            }
        });
        return mismatches;
    }

    private static NewTopic newTopic(Topic<?> topic, TopicSettings settings) {
        int partitions = topic.partitioned() ? settings.partitions() : 1;
        NewTopic made = newTopic(topic.name(), partitions, topic.compacted(), settings);
        if (!topic.partitioned() && !topic.compacted()) {
            // An event of today may need a change of the catalogue that is older than any event.
            made.configs().put(TopicConfig.RETENTION_MS_CONFIG, FOR_EVER);
        }
        return made;
    }

    private static NewTopic newTopic(
            String name, int partitions, boolean compacted, TopicSettings settings) {
        Map<String, String> configs = new LinkedHashMap<>();
        configs.put(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(settings.minInSyncReplicas()));
        if (compacted) {
            configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        } else {
            configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            configs.put(
                    TopicConfig.RETENTION_MS_CONFIG,
                    settings.retention()
                            .map(time -> Long.toString(time.toMillis()))
                            .orElse(FOR_EVER));
            configs.put(TopicConfig.RETENTION_BYTES_CONFIG, FOR_EVER);
        }
        return new NewTopic(name, partitions, (short) settings.replicas()).configs(configs);
    }
}
