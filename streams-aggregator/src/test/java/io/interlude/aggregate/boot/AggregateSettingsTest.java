package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class AggregateSettingsTest {
    @Test
    void defaults() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new AggregateSettings(
                                "interlude-aggregate-3",
                                Path.of("data/aggregate"),
                                1,
                                Duration.ofMillis(200),
                                Duration.ofMillis(100),
                                DataSize.ofMegabytes(64),
                                DataSize.ofMegabytes(16),
                                Duration.ofMinutes(1),
                                Duration.ofDays(30),
                                Duration.ofSeconds(10)));
    }

    @Test
    void everySettingIsRead() {
        assertThat(
                        bind(
                                Map.of(
                                        "application-id", "a",
                                        "state-folder", "b",
                                        "threads", "2",
                                        "commit-interval", "3ms",
                                        "flush-interval", "4ms",
                                        "store-cache", "9MB",
                                        "write-cache", "6MB",
                                        "parked-timeout", "7s",
                                        "attribution-window", "8d",
                                        "close-timeout", "9s")))
                .isEqualTo(
                        new AggregateSettings(
                                "a",
                                Path.of("b"),
                                2,
                                Duration.ofMillis(3),
                                Duration.ofMillis(4),
                                DataSize.ofMegabytes(9),
                                DataSize.ofMegabytes(6),
                                Duration.ofSeconds(7),
                                Duration.ofDays(8),
                                Duration.ofSeconds(9)));
    }

    @Test
    void allViolationsAreNamedAtOnce() {
        assertThatThrownBy(() ->
                        bind(
                                Map.of(
                                        "threads", "0",
                                        "store-cache", "1MB",
                                        "parked-timeout", "0s")))
                .rootCause()
                .hasMessageContainingAll("threads", "store-cache", "parked-timeout");
    }

    private static AggregateSettings bind(Map<String, String> values) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        values.forEach(
                (key, value) -> source.put(AggregateConfiguration.SETTINGS + '.' + key, value));
        return new Binder(source)
                .bindOrCreate(AggregateConfiguration.SETTINGS, AggregateSettings.class);
    }
}
