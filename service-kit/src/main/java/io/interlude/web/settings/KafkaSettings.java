package io.interlude.web.settings;

import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.schema.topic.TopicSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.kafka.*`. Prints no password.
///
/// @param bootstrapServers `host:port[,host:port…]`
/// @param registryUrl schema registry with Confluent's REST interface; null for the embedded one
/// @param partitions partitions of each journal topic, 1 to 4,095; never shrunk
/// @param replicationFactor copies of each partition, from 1
/// @param client what every client takes besides: Kafka's own settings that begin with `security.`,
///   `sasl.` or `ssl.`
public record KafkaSettings(
        @DefaultValue("127.0.0.1:19092") String bootstrapServers,
        @Nullable URI registryUrl,
        @DefaultValue("12") int partitions,
        @DefaultValue("1") short replicationFactor,
        @DefaultValue Map<String, String> client) {
    private static final int LARGEST_PARTITIONS = 4_095;

    public KafkaSettings {
        client = Map.copyOf(client);
        List<String> violations = new ArrayList<>();
        if (bootstrapServers.isBlank()) {
            violations.add("bootstrap-servers is blank: give host:port");
        }
        if (registryUrl != null && registryUrl.getHost() == null) {
            violations.add("registry-url has no host: give http://host:port");
        }
        if (partitions < 1 || partitions > LARGEST_PARTITIONS) {
            violations.add("partitions is not 1 to 4095: " + partitions);
        }
        if (replicationFactor < 1) {
            violations.add("replication-factor is not 1 or more: " + replicationFactor);
        }
        client.keySet().stream()
                .filter(key -> !KafkaConnection.isSecurity(key))
                .sorted()
                .map(key -> "client." + key + " is not security.*, sasl.* or ssl.*: remove it")
                .forEach(violations::add);
        InvalidSettingsException.throwIfAny(violations);
    }

    /// What every client of this process connects with.
    public KafkaConnection connection() {
        return new KafkaConnection(bootstrapServers, client);
    }

    /// How the topics are made: with one copy more than must have a record before it is
    /// acknowledged, if there are three, so that a broker may go away.
    public TopicSettings topicSettings() {
        return TopicSettings.replicated(partitions, replicationFactor);
    }

    @Override
    public String toString() {
        return "KafkaSettings[" + connection() + "]";
    }
}
