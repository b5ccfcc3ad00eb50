package io.interlude.state.remote;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/// Meters of the readers of state.
final class StateMeters {
    final Counter byOwner;
    final Counter byStandby;
    final Counter unavailable;
    final Counter hedged;
    final Counter behind;
    final Counter refused;
    final Counter missingPartitions;
    final AtomicInteger pending = new AtomicInteger();
    final AtomicInteger instances = new AtomicInteger();

    StateMeters(MeterRegistry registry) {
        byOwner = counters(registry, "owner");
        byStandby = counters(registry, "standby");
        unavailable = counters(registry, "unavailable");
        hedged =
                Counter.builder("interlude.state.hedged")
                        .description("Questions that went to a standby since the owner was slow")
                        .register(registry);
        behind =
                Counter.builder("interlude.state.behind")
                        .description("Answers that were not used: too little was applied")
                        .register(registry);
        refused =
                Counter.builder("interlude.state.refused")
                        .description("Questions not sent: too many wait for one instance")
                        .register(registry);
        missingPartitions =
                Counter.builder("interlude.state.partitions.missing")
                        .description("Partitions that a report had to do without")
                        .register(registry);
        Gauge.builder("interlude.state.pending", pending, AtomicInteger::get)
                .description("Questions for counters that wait for an answer")
                .register(registry);
        Gauge.builder("interlude.state.instances", instances, AtomicInteger::get)
                .description("Instances of the aggregator that answered last time")
                .register(registry);
    }

    private static Counter counters(MeterRegistry registry, String by) {
        return Counter.builder("interlude.state.counters")
                .description("Questions for counters by who answered")
                .tag("by", by)
                .register(registry);
    }
}
