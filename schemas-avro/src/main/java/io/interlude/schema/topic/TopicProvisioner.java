package io.interlude.schema.topic;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the topics that are missing, `_schemas` included, before anything uses them. Settings of
/// topics that exist are compared with the plan: what data would be lost by is mended, the rest
/// named in the log. No retention is ever shortened.
public final class TopicProvisioner {
    private static final Logger LOG = LoggerFactory.getLogger(TopicProvisioner.class);

    private final Admin admin;
    private final TopicSettings settings;

    public TopicProvisioner(Admin admin, TopicSettings settings) {
        this.admin = requireNonNull(admin, "admin is null");
        this.settings = requireNonNull(settings, "settings is null");
    }

    /// Makes the missing topics in one call. Several processes may do so at the same time.
    ///
    /// @return names of the topics that were missing
    /// @throws TopicMismatchException when a topic has another number of partitions than configured
    /// @throws TopicsUnavailableException when the brokers do not answer in time
    public List<String> provision() {
        TopicPlan plan = new TopicPlan(settings);
        Map<String, Integer> present = partitionCounts(plan.names());
        requireMatch(plan, present);
        List<NewTopic> missing = plan.missing(present);
        if (!missing.isEmpty()) {
            create(missing);
            // Another process may have been first, with other settings.
            requireMatch(plan, partitionCounts(plan.names()));
        }
        if (!present.isEmpty()) {
            mend(plan.differences(configs(present.keySet())));
        }
        return missing.stream().map(NewTopic::name).toList();
    }

    /// Every setting of each topic; nothing when this process may not ask.
    private Map<String, Map<String, String>> configs(Collection<String> names) {
        Map<String, Map<String, String>> nameToConfigs = new HashMap<>();
        admin.describeConfigs(names.stream().map(TopicProvisioner::resource).toList())
                .values()
                .forEach((resource, described) -> {
                    try {
                        Map<String, String> configs = new HashMap<>();
                        for (ConfigEntry entry : await("tell settings", described).entries()) {
                            if (entry.value() != null) {
                                configs.put(entry.name(), entry.value());
                            }
                        }
                        nameToConfigs.put(resource.name(), configs);
                    } catch (TopicsUnavailableException unknown) {
                        LOG.warn("event=topic_settings_unknown topic={}", resource.name(), unknown);
                    }
                });
        return nameToConfigs;
    }

    private void mend(List<TopicDifference> differences) {
        Map<ConfigResource, Collection<AlterConfigOp>> mended = new HashMap<>();
        for (TopicDifference difference : differences) {
            LOG.warn(
                    "event=topic_setting_differs topic={} setting={} found={} planned={} mended={}",
                    difference.topic(),
                    difference.key(),
                    difference.found(),
                    difference.planned(),
                    difference.mended());
            if (difference.mended()) {
                mended.computeIfAbsent(resource(difference.topic()), _ -> new ArrayList<>())
                        .add(
                                new AlterConfigOp(
                                        new ConfigEntry(difference.key(), difference.planned()),
                                        AlterConfigOp.OpType.SET));
            }
        }
        admin.incrementalAlterConfigs(mended)
                .values()
                .forEach((resource, set) -> {
                    try {
                        await("set settings of " + resource.name(), set);
                    } catch (TopicsUnavailableException refused) {
                        LOG.warn("event=topic_not_mended topic={}", resource.name(), refused);
                    }
                });
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private static void requireMatch(TopicPlan plan, Map<String, Integer> present) {
        List<String> mismatches = plan.mismatches(present);
        if (!mismatches.isEmpty()) {
            throw new TopicMismatchException(
                    String.join("; ", mismatches)
                            + ". Configure the number that the topics have: it cannot change once"
                            + " there are events.");
        }
    }

    private Map<String, Integer> partitionCounts(List<String> names) {
        Map<String, Integer> counts = new HashMap<>();
        admin.describeTopics(names)
                .topicNameValues()
                .forEach((name, description) -> {
                    try {
                        TopicDescription found = await("describe the topics", description);
                        counts.put(name, found.partitions().size());
                    } catch (UnknownTopicOrPartitionException absent) {
                        counts.remove(name);
                    }
                });
        return counts;
    }

    private void create(List<NewTopic> missing) {
        admin.createTopics(missing)
                .values()
                .forEach((name, created) -> {
                    try {
                        await("create topic " + name, created);
                    } catch (TopicExistsException raced) {
                        // Then it is there, which is all that was asked.
                    }
                });
    }

    private <T> T await(String what, KafkaFuture<T> future) {
        try {
            return future.get(settings.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException absent) {
                throw absent;
            }
            if (failed.getCause() instanceof TopicExistsException raced) {
                throw raced;
            }
            throw unavailable(what, failed);
        } catch (TimeoutException | KafkaException failed) {
            throw unavailable(what, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable(what, interrupted);
        }
    }

    private static TopicsUnavailableException unavailable(String what, Exception cause) {
        return new TopicsUnavailableException("the brokers did not " + what, cause);
    }
}
