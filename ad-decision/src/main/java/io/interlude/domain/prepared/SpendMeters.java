package io.interlude.domain.prepared;

import io.interlude.domain.pacing.Spent;
import org.jspecify.annotations.Nullable;

/// The meters of a catalogue's active line items in one serving state, looked up once. Safe for use
/// by many threads: two that look the same one up get equal meters.
public final class SpendMeters {
    private final ServingState state;
    private final PreparedLineItem[] items;
    private final @Nullable SpendMeter[] meters;

    SpendMeters(ServingState state, PreparedLineItem[] items) {
        this.state = state;
        this.items = items;
        this.meters = new @Nullable SpendMeter[items.length];
    }

    boolean isOf(ServingState other) {
        return state.equals(other);
    }

    public Spent spent(int number, long epochDay) {
        SpendMeter meter = meters[number];
        if (meter == null) {
            meter = state.meter(items[number].lineItem().id());
            meters[number] = meter;
        }
        return meter.spent(epochDay);
    }
}
