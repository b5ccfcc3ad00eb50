package io.interlude.journal.append;

import io.interlude.schema.topic.Topic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts and times appends by topic: `journal.appends` (with the time to acknowledgement) and
/// `journal.append.failures`.
final class AppendMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2)
    };

    private final MeterRegistry registry;
    private final Map<String, Meters> topicToMeters = new ConcurrentHashMap<>();

    AppendMetrics(MeterRegistry registry, Collection<? extends Topic<?>> topics) {
        this.registry = registry;
        topics.forEach(topic -> meters(topic.name()));
    }

    void appended(String topic, long elapsedNanos) {
        meters(topic).timer().record(Duration.ofNanos(elapsedNanos));
    }

    void failed(String topic) {
        meters(topic).failures().increment();
    }

    private Meters meters(String topic) {
        return topicToMeters.computeIfAbsent(topic, this::newMeters);
    }

    private Meters newMeters(String topic) {
        return new Meters(
                Timer.builder("journal.appends")
                        .description("Appends, from send to acknowledgement.")
                        .tag("topic", topic)
                        .serviceLevelObjectives(BUCKETS)
                        .register(registry),
                Counter.builder("journal.append.failures")
                        .description("Appends that were not acknowledged in time.")
                        .tag("topic", topic)
                        .register(registry));
    }

    private record Meters(Timer timer, Counter failures) {}
}
