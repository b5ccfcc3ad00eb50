package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/// Counts what goes in and out, and shows what waits: `outbox.*` and `journal.up`.
final class OutboxMetrics {
    private final MeterRegistry registry;
    private final Counter stored;
    private final Counter drained;
    private final Counter undeliverable;
    private final Map<AppendPriority, Counter> priorityToRefused =
            new EnumMap<>(AppendPriority.class);

    OutboxMetrics(MeterRegistry registry) {
        this.registry = registry;
        stored = counter("outbox.stored", "Records that were kept on disk.");
        drained = counter("outbox.drained", "Kept records that got into Kafka.");
        undeliverable =
                counter("outbox.undeliverable", "Promised records that Kafka refused for good.");
        for (AppendPriority priority : AppendPriority.values()) {
            priorityToRefused.put(
                    priority,
                    Counter.builder("outbox.refused")
                            .description("Appends that neither Kafka nor the disk took.")
                            .tag("precedence", priority.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    void stored() {
        stored.increment();
    }

    void drained() {
        drained.increment();
    }

    double drainedSoFar() {
        return drained.count();
    }

    void undeliverable() {
        undeliverable.increment();
    }

    void refused(AppendPriority priority) {
        Counter refused = priorityToRefused.get(priority);
        if (refused != null) {
            refused.increment();
        }
    }
}
