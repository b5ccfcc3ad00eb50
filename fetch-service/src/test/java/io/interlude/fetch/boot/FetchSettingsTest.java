package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.kit.boot.InvalidSettingsException;
import io.interlude.kit.boot.SettingsReader;
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
                                null));
    }

    @Test
    void mapsEveryProperty() {
        assertThat(
                        read(
                                Map.of(
                                        "base-url", "https://il.example",
                                        "counter-wait", "1s",
                                        "overlay-size", "9",
                                        "node", "1023")))
                .isEqualTo(
                        new FetchSettings(
                                URI.create("https://il.example"), Duration.ofSeconds(1), 9, 1_023));
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
                                        "node", "1024")))
                .satisfies(refused -> assertThat(refused.violations()).hasSize(4));
    }

    @Test
    void everyPropertyIsOnTheConfigurationPage() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
                .contains(
                        "| `interlude.fetch.base-url` | `http://127.0.0.1:8080` |",
                        "| `interlude.fetch.counter-wait` | `200ms` |",
                        "| `interlude.fetch.overlay-size` | `500000` |",
                        "| `interlude.fetch.node` | none |");
    }
}
