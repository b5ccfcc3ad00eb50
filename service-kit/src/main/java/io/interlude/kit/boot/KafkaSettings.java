package io.interlude.kit.boot;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.kafka.*`.
///
/// @param bootstrapServers `host:port[,host:port…]`
/// @param registryUrl schema registry with Confluent's REST interface; null for the embedded one
/// @param partitions partitions of each journal topic, 1 to 4,095; never shrunk
/// @param replicationFactor copies of each partition, from 1
public record KafkaSettings(
        @DefaultValue("127.0.0.1:19092") String bootstrapServers,
        @Nullable URI registryUrl,
        @DefaultValue("12") int partitions,
        @DefaultValue("1") short replicationFactor) {
    private static final int LARGEST_PARTITIONS = 4_095;

    public KafkaSettings {
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
        InvalidSettingsException.throwIfAny(violations);
    }
}
