package io.interlude.aggregate.subscriber;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The broker's settings for the changelog of [SubscriberFrequencies]. A dropped subscriber leaves
/// a tombstone there: the pseudonym, with the millisecond of its erasure, which a receipt has too.
/// So it must be gone within a day. The file that has it is closed within an hour and a half
/// ([SubscriberFrequencies#mark]) and compacted within another; twelve hours later the tombstone
/// may go, which the next compaction, an hour later at most, does.
///
/// Who was away for longer and kept its store does not read the tombstone. It keeps counts of a
/// pseudonym that nobody can make again.
public final class SubscriberChangelog {
    /// The topic's settings.
    public static final Map<String, String> CONFIGS =
            Map.of(
                    TopicConfig.SEGMENT_MS_CONFIG, millis(Duration.ofHours(1)),
                    TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, millis(Duration.ofHours(1)),
                    TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(Duration.ofHours(12)));

    private static final Logger LOG = LoggerFactory.getLogger(SubscriberChangelog.class);
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private SubscriberChangelog() {}

    /// Gives the settings to a changelog. They are no part of the topology, which the brokers let
    /// no later version change.
    ///
    /// @param topic the changelog's name
    /// @return whether it has them now; false when it is not there yet, or on a failure, which is
    ///   logged
    public static boolean adapt(Admin admin, String topic) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Collection<AlterConfigOp> changes =
                CONFIGS.entrySet().stream()
                        .map(each -> new ConfigEntry(each.getKey(), each.getValue()))
                        .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                        .toList();
        try {
            var present =
                    admin.describeConfigs(List.of(resource))
                            .all()
                            .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                            .get(resource);
            if (present == null || !fits(present)) {
                admin.incrementalAlterConfigs(Map.of(resource, changes))
                        .all()
                        .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
                LOG.info("event=changelog_adapted topic={}", topic);
            }
            return true;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                LOG.warn("event=changelog_not_adapted topic={}", topic, e);
            }
            return false;
        }
    }

    private static boolean fits(Config present) {
        return CONFIGS.entrySet().stream()
                .allMatch(each -> {
                    ConfigEntry entry = present.get(each.getKey());
                    return entry != null && each.getValue().equals(entry.value());
                });
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
