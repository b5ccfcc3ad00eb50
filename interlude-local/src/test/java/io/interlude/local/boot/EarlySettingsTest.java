package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.kit.boot.InvalidSettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class EarlySettingsTest {
    private static EarlySettings read(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return EarlySettings.of(environment);
    }

    @Test
    void speaksPlainlyWithoutSettings() {
        EarlySettings settings = read(Map.of());

        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.tls()).isNull();
        assertThat(settings.kafkaClient()).isEmpty();
    }

    @Test
    void takesOfKafkaWhatEncryptsAndLogsIn() {
        EarlySettings settings =
                read(
                        Map.of(
                                "interlude.kafka.client.security.protocol", "SASL_SSL",
                                "interlude.kafka.client.sasl.jaas.config", "test-only-secret",
                                "interlude.kafka.client.acks", "0"));

        assertThat(settings.kafkaClient())
                .isEqualTo(
                        Map.of(
                                "security.protocol", "SASL_SSL",
                                "sasl.jaas.config", "test-only-secret"));
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void namesTheSettingOfTlsThatIsAtFault() {
        assertThatThrownBy(() -> read(Map.of("interlude.http.tls.certificate", "nowhere.pem")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage(
                        "interlude.http.tls.private-key is missing: give it with tls.certificate");
    }
}
