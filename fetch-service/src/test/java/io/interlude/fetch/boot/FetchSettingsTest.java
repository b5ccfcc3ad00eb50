package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.fetch.overlay.InstanceNumber;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.SettingsReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class FetchSettingsTest {
    private static FetchSettings read(Map<String, String> properties) {
        MockEnvironment environment = new MockEnvironment();
        properties.forEach(
                (name, value) -> environment.setProperty("interlude.fetch." + name, value));
        return new SettingsReader(environment, List.of(FetchConfiguration.fetchSection()))
                .get(FetchSettings.class);
    }

    @Test
    void hasDefaults() {
        assertThat(read(Map.of()))
                .isEqualTo(
                        new FetchSettings(
                                URI.create("http://127.0.0.1:8080"),
                                Duration.ofMillis(200),
                                500_000,
                                null,
                                1,
                                Duration.ofDays(90)));
    }

    @Test
    void mapsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "base-url", "https://il.example",
                                        "counter-wait", "1s",
                                        "overlay-size", "9",
                                        "node", "1023",
                                        "instances", "1024",
                                        "hide-for", "7d")))
                .isEqualTo(
                        new FetchSettings(
                                URI.create("https://il.example"),
                                Duration.ofSeconds(1),
                                9,
                                1_023,
                                1_024,
                                Duration.ofDays(7)));
    }

    @Test
    void namesEveryViolation() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "base-url", "here",
                                        "counter-wait", "6s",
                                        "overlay-size", "0",
                                        "node", "1024",
                                        "instances", "0",
                                        "hide-for", "0s")))
                .satisfies(refused -> assertThat(refused.violations()).hasSize(6));
    }

    @Test
    void severalInstancesAreNumberedFromZero() {
        assertThat(read(Map.of("instances", "8", "node", "7")).instanceNumber())
                .isEqualTo(new InstanceNumber(7, 8));
        assertThat(read(Map.of("node", "7")).instanceNumber()).isEqualTo(InstanceNumber.ONLY);
        for (Map<String, String> unnumbered :
                List.of(Map.of("instances", "8"), Map.of("instances", "8", "node", "8"))) {
            assertThatExceptionOfType(InvalidSettingsException.class)
                    .isThrownBy(() -> read(unnumbered));
        }
    }

    @Test
    void everyPropertyIsOnTheConfigurationPage() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
                .contains(
                        "| `interlude.fetch.base-url` | `http://127.0.0.1:8080` |",
                        "| `interlude.fetch.counter-wait` | `200ms` |",
                        "| `interlude.fetch.overlay-size` | `500000` |",
                        "| `interlude.fetch.node` | none |",
                        "| `interlude.fetch.instances` | `1` |");
    }
}
