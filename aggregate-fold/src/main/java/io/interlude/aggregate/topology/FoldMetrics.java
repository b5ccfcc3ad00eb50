package io.interlude.aggregate.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// The counts of the journal's records, by outcome. A record is counted again when its transaction
/// is.
final class FoldMetrics {
    private static final String NAME = "interlude.aggregate.records";
    private static final String OUTCOME = "outcome";

    /// Joined with its fetch, or in need of none.
    private final Counter applied;

    /// Came before its fetch.
    private final Counter parked;

    /// Sent to `ads.rejected`.
    private final Counter rejected;

    FoldMetrics(MeterRegistry registry) {
        applied = registry.counter(NAME, OUTCOME, "applied");
        parked = registry.counter(NAME, OUTCOME, "parked");
        rejected = registry.counter(NAME, OUTCOME, "rejected");
    }

    void applied() {
        applied.increment();
    }

    void parked() {
        parked.increment();
    }

    void rejected() {
        rejected.increment();
    }
}
