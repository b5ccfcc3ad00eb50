package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
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
                                Duration.ofMinutes(1),
                                Duration.ofDays(30),
                                Duration.ofSeconds(10),
                                null,
                                0,
                                null,
                                Duration.ofSeconds(60)));
    }

    @Test
    void everySettingIsRead() {
        assertThat(
                        bind(
                                Map.ofEntries(
                                        Map.entry("application-id", "a"),
                                        Map.entry("state-folder", "b"),
                                        Map.entry("threads", "2"),
                                        Map.entry("commit-interval", "3ms"),
                                        Map.entry("flush-interval", "4ms"),
                                        Map.entry("store-cache", "9MB"),
                                        Map.entry("parked-timeout", "7s"),
                                        Map.entry("attribution-window", "8d"),
                                        Map.entry("close-timeout", "9s"),
                                        Map.entry("advertised-url", "http://c:1"),
                                        Map.entry("standby-replicas", "2"),
                                        Map.entry("session-timeout", "10s"),
                                        Map.entry("transaction-timeout", "11s"))))
                .isEqualTo(
                        new AggregateSettings(
                                "a",
                                Path.of("b"),
                                2,
                                Duration.ofMillis(3),
                                Duration.ofMillis(4),
                                DataSize.ofMegabytes(9),
                                Duration.ofSeconds(7),
                                Duration.ofDays(8),
                                Duration.ofSeconds(9),
                                URI.create("http://c:1"),
                                2,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(11)));
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
