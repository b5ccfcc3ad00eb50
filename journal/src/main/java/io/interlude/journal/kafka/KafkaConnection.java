package io.interlude.journal.kafka;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/// Kafka's address, and the encryption and login that every client of the process uses. Prints no
/// value.
///
/// @param bootstrapServers `host:port[,host:port…]`
/// @param security Kafka's own settings that begin with `security.`, `sasl.` or `ssl.`; none for
///   plain text
public record KafkaConnection(String bootstrapServers, Map<String, String> security) {
    private static final List<String> PREFIXES = List.of("security.", "sasl.", "ssl.");

    public KafkaConnection {
        requireNonNull(bootstrapServers, "bootstrapServers is null");
        security = Map.copyOf(security);
        if (!security.keySet().stream().allMatch(KafkaConnection::isSecurity)) {
            throw new IllegalArgumentException("security has other settings");
        }
    }

    /// Without encryption and login.
    public static KafkaConnection plain(String bootstrapServers) {
        return new KafkaConnection(bootstrapServers, Map.of());
    }

    /// Whether the setting says how to encrypt or to log in. Everything else of a client is the
    /// process's own: it would lose records, or the order of them, with other settings.
    public static boolean isSecurity(String setting) {
        return PREFIXES.stream().anyMatch(setting::startsWith);
    }

    /// What each client's settings begin with, to add to.
    public Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>(security);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return settings;
    }

    /// The settings of an admin client that nothing listens to.
    public Map<String, Object> adminSettings() {
        Map<String, Object> settings = settings();
        settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        return settings;
    }

    @Override
    public String toString() {
        return "KafkaConnection[" + bootstrapServers + ", security=" + security.keySet() + "]";
    }
}
