package io.interlude.ingest.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.settings.InvalidSettingsException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class IngestSettingsTest {
    @Test
    void hasDefaults() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new IngestSettings(
                                Duration.ofDays(30),
                                Duration.ofMillis(200),
                                URI.create("https://example.com/")));
    }

    @Test
    void mapsEveryKey() {
        assertThat(
                        bind(
                                Map.of(
                                        "interlude.ingest.attribution-window", "7d",
                                        "interlude.ingest.click-wait", "150ms",
                                        "interlude.ingest.sandbox-target", "http://demo.example/")))
                .isEqualTo(
                        new IngestSettings(
                                Duration.ofDays(7),
                                Duration.ofMillis(150),
                                URI.create("http://demo.example/")));
    }

    @Test
    void tellsEveryViolationAtOnce() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() ->
                        new IngestSettings(Duration.ZERO, Duration.ofSeconds(1), URI.create("/x")))
                .satisfies(failure -> assertThat(failure.violations()).hasSize(3));
    }

    private static IngestSettings bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("interlude.ingest", Bindable.of(IngestSettings.class));
    }
}
