package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.subscriber.SubscriberChangelog;
import io.interlude.journal.kafka.TestBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriberChangelogIT {
    private static final String TOPIC = "app-subscriber-frequencies-changelog";

    private static Config config(Admin admin) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
        return Objects.requireNonNull(
                admin.describeConfigs(List.of(resource)).all().get().get(resource));
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
            assertThat(config(admin).get("delete.retention.ms").value()).isEqualTo("86400000");

            SubscriberChangelog.adapt(admin, TOPIC);
            SubscriberChangelog.adapt(admin, TOPIC);

            Config after = config(admin);
            SubscriberChangelog.CONFIGS.forEach(
                    (name, value) -> assertThat(after.get(name).value()).isEqualTo(value));
            assertThat(after.get("delete.retention.ms").value()).isEqualTo("43200000");
            assertThat(after.get("cleanup.policy").value()).isEqualTo("compact");
            assertThat(after.get("segment.bytes").value()).isEqualTo("8388608");
        }
    }
}
