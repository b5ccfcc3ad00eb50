package io.interlude.ingest.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TrafficSettingsTest {
    @Test
    void hasDefaults() {
        assertThat(bind(Map.of())).isEqualTo(new TrafficSettings(60, 300, Duration.ofSeconds(10)));
    }

    @Test
    void mapsEveryKey() {
        assertThat(
                        bind(
                                Map.of(
                                        "interlude.traffic.clicks-per-fetch", "7",
                                        "interlude.traffic.clicks-per-address", "8",
                                        "interlude.traffic.click-window", "1m")))
                .isEqualTo(new TrafficSettings(7, 8, Duration.ofMinutes(1)));
    }

    @Test
    void tellsEveryViolationAtOnce() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> new TrafficSettings(0, 0, Duration.ZERO))
                .satisfies(failure -> assertThat(failure.violations()).hasSize(3));
    }

    private static TrafficSettings bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("interlude.traffic", Bindable.of(TrafficSettings.class));
    }
}
