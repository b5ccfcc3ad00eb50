package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.settings.SigningSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    /// As `SPRING_CONFIG_IMPORT` has it in the environment.
    @Test
    void anySettingMayComeFromAFileOfAFolder(@TempDir Path folder) throws IOException {
        // given
        String jaas = "test-only user=\"interlude\" password=\"a b\";";
        Files.writeString(folder.resolve("interlude.kafka.client.sasl.jaas.config"), jaas + "\n");
        Path secrets = Files.createDirectories(folder.resolve("interlude/signing"));
        String first = "01".repeat(32);
        String second = "ab".repeat(32);
        Files.writeString(secrets.resolve("secrets"), first + "," + second + "\n");
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "test",
                                Map.of(
                                        "spring.config.import",
                                        "optional:configtree:" + folder + "/")));

        // when
        EarlySettings early = EarlySettings.of(environment);
        SettingsReader settings =
                new SettingsReader(
                        environment,
                        List.of(
                                new SettingsSection<>("interlude.kafka", KafkaSettings.class),
                                new SettingsSection<>("interlude.signing", SigningSettings.class)));

        // then
        assertThat(early.kafkaClient()).isEqualTo(Map.of("sasl.jaas.config", jaas));
        assertThat(settings.get(KafkaSettings.class).client())
                .isEqualTo(Map.of("sasl.jaas.config", jaas));
        assertThat(settings.get(SigningSettings.class).secrets()).containsExactly(first, second);
    }

    @Test
    void namesTheSettingOfTlsThatIsAtFault() {
        assertThatThrownBy(() -> read(Map.of("interlude.http.tls.certificate", "nowhere.pem")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage(
                        "interlude.http.tls.private-key is missing: give it with tls.certificate");
    }
}
