package io.interlude.aggregate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriberChangelogIT {
    private static final String TOPIC = "app-subscriber-frequencies-changelog";

    /// The broker knows a topic and its settings a moment after they are acknowledged.
    private static Map<String, String> config(Admin admin) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
        Map<String, String> settings = new HashMap<>();
        admin
                .describeConfigs(List.of(resource))
                .all()
                .toCompletionStage()
                .exceptionally(_ -> Map.of())
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join()
                .values()
                .stream()
                .flatMap(config -> config.entries().stream())
                .forEach(entry -> settings.put(entry.name(), entry.value()));
        return settings;
    }

    private static void awaitSettings(Admin admin, Map<String, String> expected) {
        Eventually.holds(
                "the changelog has " + expected,
                () -> config(admin).entrySet().containsAll(expected.entrySet()));
    }

    @Test
    void aChangelogOfAnEarlierVersionGetsTheSettingsAndKeepsItsOthers(@TempDir Path folder)
            throws Exception {
        try (TestBroker broker = TestBroker.start(folder);
                Admin admin =
                        Admin.create(
                                Map.of(
                                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                                        broker.bootstrapServers()))) {
            // One that is not there is no fault.
            SubscriberChangelog.adapt(admin, TOPIC);
            NewTopic before =
                    new NewTopic(TOPIC, 3, (short) 1)
                            .configs(
                                    Map.of(
                                            "cleanup.policy",
                                            "compact",
                                            "segment.bytes",
                                            "8388608"));
            admin.createTopics(List.of(before)).all().get();
            awaitSettings(admin, Map.of("delete.retention.ms", "86400000"));

            SubscriberChangelog.adapt(admin, TOPIC);
            SubscriberChangelog.adapt(admin, TOPIC);

            awaitSettings(admin, SubscriberChangelog.CONFIGS);
            assertThat(config(admin))
                    .containsEntry("delete.retention.ms", "43200000")
                    .containsEntry("cleanup.policy", "compact")
                    .containsEntry("segment.bytes", "8388608");
        }
    }
}
