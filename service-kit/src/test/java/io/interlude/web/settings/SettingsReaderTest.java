package io.interlude.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.boot.HttpServerConfiguration;
import io.interlude.web.boot.KitConfiguration;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

class SettingsReaderTest {
    private static final String SECRET = "00112233445566778899aabbccddeeff".repeat(2);
    private static final List<SettingsSection<?>> SECTIONS =
            List.of(
                    KitConfiguration.kafkaSection(),
                    KitConfiguration.signingSection(),
                    HttpServerConfiguration.httpServerSection());

    private static SettingsReader read(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(s -> environment.getPropertySources().remove(s.getName()));
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return new SettingsReader(environment, SECTIONS);
    }

    @Test
    void hasDefaults() {
        SettingsReader settings = read(Map.of("interlude.signing.secrets", SECRET));

        assertThat(settings.get(KafkaSettings.class))
                .isEqualTo(new KafkaSettings("127.0.0.1:19092", null, 12, (short) 1, Map.of()));
        assertThat(settings.get(HttpServerSettings.class))
                .isEqualTo(
                        new HttpServerSettings(
                                "127.0.0.1",
                                8080,
                                DataSize.ofKilobytes(64),
                                DataSize.ofKilobytes(16),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(15),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(4),
                                List.of(),
                                List.of(),
                                null));
    }

    @Test
    void readsEveryProperty() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("interlude.kafka.bootstrap-servers", "a:1,b:2");
        properties.put("interlude.kafka.registry-url", "http://registry:8081");
        properties.put("interlude.http.hosts[0]", "ads.example.com");
        properties.put("interlude.kafka.partitions", "24");
        properties.put("interlude.kafka.replication-factor", "3");
        properties.put("interlude.kafka.client.sasl.jaas.config", SECRET);
        properties.put("interlude.signing.secrets[0]", SECRET);
        properties.put("interlude.signing.secrets[1]", "A".repeat(43) + "=");
        properties.put("interlude.http.host", "0.0.0.0");
        properties.put("interlude.http.port", "0");
        properties.put("interlude.http.max-request-line", "8KB");
        properties.put("interlude.http.max-headers", "4KB");
        properties.put("interlude.http.idle-timeout", "1m");
        properties.put("interlude.http.request-timeout", "10s");
        properties.put("interlude.http.grace-period", "500ms");
        properties.put("interlude.http.rehearsal", "0");
        properties.put("interlude.http.trusted-proxies", "10.0.0.0/8, ::1");

        SettingsReader settings = read(properties);

        assertThat(settings.get(KafkaSettings.class))
                .isEqualTo(
                        new KafkaSettings(
                                "a:1,b:2",
                                URI.create("http://registry:8081"),
                                24,
                                (short) 3,
                                Map.of("sasl.jaas.config", SECRET)));
        assertThat(settings.get(SigningSettings.class).secrets()).hasSize(2);
        assertThat(settings.get(HttpServerSettings.class))
                .isEqualTo(
                        new HttpServerSettings(
                                "0.0.0.0",
                                0,
                                DataSize.ofKilobytes(8),
                                DataSize.ofKilobytes(4),
                                Duration.ofMinutes(1),
                                Duration.ofSeconds(10),
                                Duration.ofMillis(500),
                                Duration.ZERO,
                                List.of("10.0.0.0/8", "::1"),
                                List.of("ads.example.com"),
                                null));
    }

    @Test
    void readsTheProcessEnvironment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(
                        new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of(
                                        "INTERLUDE_KAFKA_PARTITIONS",
                                        "7",
                                        "INTERLUDE_HTTP_IDLE_TIMEOUT",
                                        "41s",
                                        "INTERLUDE_HTTP_GRACEPERIOD",
                                        "42s",
                                        "INTERLUDE_KAFKA_CLIENT_SSL_TRUSTSTORE_LOCATION",
                                        "/trust.pem",
                                        "INTERLUDE_SIGNING_SECRETS",
                                        SECRET)));

        SettingsReader settings = new SettingsReader(environment, SECTIONS);

        assertThat(settings.get(KafkaSettings.class).partitions()).isEqualTo(7);
        assertThat(settings.get(HttpServerSettings.class).idleTimeout())
                .isEqualTo(Duration.ofSeconds(41));
        assertThat(settings.get(HttpServerSettings.class).gracePeriod())
                .isEqualTo(Duration.ofSeconds(42));
        assertThat(settings.get(KafkaSettings.class).client())
                .isEqualTo(Map.of("ssl.truststore.location", "/trust.pem"));
    }

    @Test
    void refusesAVariableThatIsNoSetting() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(
                        new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of(
                                        "INTERLUDE_HTTP_IDLE_TIMEOUT",
                                        "41s",
                                        "INTERLUDE_HTTP_MAX_COLOURS",
                                        "3",
                                        "INTERLUDE_SIGNING_SECRETS",
                                        SECRET)));

        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> new SettingsReader(environment, SECTIONS))
                .satisfies(e ->
                        assertThat(e.violations())
                                .containsExactly(
                                        "interlude.http.max.colours is unknown: remove it"));
    }

    /// Only a variable cannot have a dash in its name.
    @Test
    void refusesADotForADashInAProperty() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "interlude.http.idle.timeout",
                                        "41s",
                                        "interlude.signing.secrets",
                                        SECRET)))
                .satisfies(e ->
                        assertThat(e.violations())
                                .containsExactly(
                                        "interlude.http.idle.timeout is unknown: remove it"));
    }

    @Test
    void reportsEveryViolationTogether() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("interlude.kafka.partitions", "5000");
        properties.put("interlude.kafka.replication-factor", "0");
        properties.put("interlude.kafka.client.acks", "0");
        properties.put("interlude.http.port", "99999");
        properties.put("interlude.http.colour", "red");
        properties.put("interlude.signing.secrets", "tooshort");

        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> read(properties))
                .satisfies(e ->
                        assertThat(e.violations())
                                .containsExactly(
                                        "interlude.kafka.partitions is not 1 to 4095: 5000",
                                        "interlude.kafka.replication-factor is not 1 or"
                                                + " more: 0",
                                        "interlude.kafka.client.acks is not security.*,"
                                                + " sasl.* or ssl.*: remove it",
                                        "interlude.signing.secrets[0] is not 32 bytes or"
                                                + " more in hex or base64",
                                        "interlude.http.port is not 0 to 65535: 99999"));
    }

    @Test
    void refusesUnknownPropertiesAndWrongForms() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "interlude.http.colour", "red",
                                        "interlude.kafka.partitions", "many",
                                        "interlude.signing.secrets", SECRET)))
                .satisfies(e ->
                        assertThat(e.violations())
                                .containsExactly(
                                        "interlude.kafka.partitions cannot be read: check"
                                                + " its form",
                                        "interlude.http.colour is unknown: remove it"));
    }

    @Test
    void printsNoSecret() {
        assertThat(new SigningSettings(List.of(SECRET)).toString()).doesNotContain(SECRET);
        assertThat(
                        new KafkaSettings(
                                        "a:1",
                                        null,
                                        1,
                                        (short) 1,
                                        Map.of("sasl.jaas.config", SECRET))
                                .toString())
                .doesNotContain(SECRET);
    }
}
