package io.interlude.schema.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/// The topics as they should be, and what is to do so that they are.
final class TopicPlan {
    private static final String FOR_EVER = "-1";

    /// A destroyed secret must leave the disk soon. The broker compacts a segment once it is closed
    /// (`segment.ms`, looked at when something is written next), at the latest after
    /// `max.compaction.lag.ms`, and removes the old file a while after that.
    private static final Map<String, String> COMPACTED_SOON =
            Map.of(
                    TopicConfig.SEGMENT_MS_CONFIG, millis(Duration.ofMinutes(1)),
                    TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, millis(Duration.ofMinutes(1)),
                    TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.01",
                    TopicConfig.FILE_DELETE_DELAY_MS_CONFIG, millis(Duration.ofSeconds(10)));

    /// Long enough for an aggregator that is away. Not longer: by its time an erased pseudonym can
    /// be matched with its receipt.
    private static final Map<String, String> KEPT_FOR_A_DAY =
            Map.of(
                    TopicConfig.RETENTION_MS_CONFIG, millis(Duration.ofDays(1)),
                    TopicConfig.SEGMENT_MS_CONFIG, millis(Duration.ofHours(1)));

    private static final Map<String, Map<String, String>> TOPIC_TO_CONFIGS =
            Map.of(
                    Topics.SUBSCRIBER_KEYS.name(), COMPACTED_SOON,
                    Topics.ERASED_SUBSCRIBERS.name(), KEPT_FOR_A_DAY,
                    Topics.ENDED_SESSIONS.name(), KEPT_FOR_A_DAY);

    /// Brokers' own default, which others may have changed: [Topics#LARGEST_RECORD_BYTES] rests on
    /// it.
    private static final int LARGEST_BATCH_BYTES = (1 << 20) + 12;

    /// Mended to what is planned, whatever they are.
    private static final Set<String> MENDED =
            Set.of(
                    TopicConfig.SEGMENT_MS_CONFIG,
                    TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                    TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                    TopicConfig.FILE_DELETE_DELAY_MS_CONFIG);

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

    /// The settings of present topics that are not as planned, by topic and setting.
    ///
    /// @param nameToConfigs every setting of each present topic
    List<TopicDifference> differences(Map<String, Map<String, String>> nameToConfigs) {
        List<TopicDifference> differences = new ArrayList<>();
        new TreeMap<>(nameToConfigs)
                .forEach((name, configs) ->
                        new TreeMap<>(plannedConfigs(name))
                                .forEach((key, planned) -> {
                                    String found = configs.get(key);
                                    if (found != null && differs(key, found, planned)) {
                                        differences.add(
                                                new TopicDifference(
                                                        name,
                                                        key,
                                                        found,
                                                        planned,
                                                        isMended(name, key, found, planned)));
                                    }
                                }));
        return differences;
    }

    private Map<String, String> plannedConfigs(String name) {
        NewTopic topic = nameToTopic.get(name);
        return topic == null ? Map.of() : topic.configs();
    }

    /// More room and more copies than planned are no difference.
    private static boolean differs(String key, String found, String planned) {
        return switch (key) {
            case TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG ->
                    Long.parseLong(found) < Long.parseLong(planned);
            case TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG ->
                    Double.parseDouble(found) != Double.parseDouble(planned);
            default -> !found.equals(planned);
        };
    }

    private boolean isMended(String name, String key, String found, String planned) {
        NewTopic topic = nameToTopic.get(name);
        boolean single = topic != null && topic.numPartitions() == 1;
        return switch (key) {
            case TopicConfig.MAX_MESSAGE_BYTES_CONFIG -> true;
            case TopicConfig.CLEANUP_POLICY_CONFIG ->
                    planned.equals(TopicConfig.CLEANUP_POLICY_COMPACT);
            case TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG ->
                    single && planned.equals(FOR_EVER) && !found.equals(FOR_EVER);
            default -> MENDED.contains(key);
        };
    }

    private static NewTopic newTopic(Topic<?> topic, TopicSettings settings) {
        int partitions = topic.partitioned() ? settings.partitions() : 1;
        NewTopic made = newTopic(topic.name(), partitions, topic.compacted(), settings);
        if (!topic.partitioned() && !topic.compacted()) {
            // An event of today may need a change of the catalogue that is older than any event,
            // and
            // a manifest tells of the journal's beginning when that is long deleted.
            made.configs().put(TopicConfig.RETENTION_MS_CONFIG, FOR_EVER);
        }
        made.configs().putAll(TOPIC_TO_CONFIGS.getOrDefault(topic.name(), Map.of()));
        return made;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static NewTopic newTopic(
            String name, int partitions, boolean compacted, TopicSettings settings) {
        Map<String, String> configs = new LinkedHashMap<>();
        configs.put(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(settings.minInSyncReplicas()));
        configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(LARGEST_BATCH_BYTES));
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
