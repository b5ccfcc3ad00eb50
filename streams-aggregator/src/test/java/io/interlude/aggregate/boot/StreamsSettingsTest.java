package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.settings.KafkaSettings;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class StreamsSettingsTest {
    @Test
    void everyClientOfStreamsEncryptsAndLogsIn() {
        // given
        Map<String, String> security =
                Map.of(
                        "security.protocol", "SASL_SSL",
                        "sasl.mechanism", "SCRAM-SHA-512",
                        "sasl.jaas.config", "test only",
                        "ssl.truststore.type", "PEM");
        AggregateSettings aggregate =
                new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("aggregate", AggregateSettings.class);

        // when
        StreamsConfig config =
                new StreamsConfig(
                        StreamsSettings.of(
                                aggregate,
                                new KafkaSettings("kafka:9", null, 12, (short) 1, security)));

        // then
        assertThat(config.getMainConsumerConfigs("group", "client", 0))
                .containsAllEntriesOf(security);
        assertThat(config.getRestoreConsumerConfigs("client")).containsAllEntriesOf(security);
        assertThat(config.getProducerConfigs("client")).containsAllEntriesOf(security);
        assertThat(config.getAdminConfigs("client"))
                .containsAllEntriesOf(security)
                .containsEntry("bootstrap.servers", "kafka:9");
    }
}
