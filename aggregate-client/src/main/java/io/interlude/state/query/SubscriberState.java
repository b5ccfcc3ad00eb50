package io.interlude.state.query;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.SubscriberCounters;

/// A subscriber's counters, and how much of the journal the answering instance has applied.
///
/// @param partitionApplied offset in the subscriber's partition of `ads.fetches`: every fetch
///   before it is applied; [#UNKNOWN] where the reader cannot tell
public record SubscriberState(SubscriberCounters counters, long partitionApplied) {
    public static final long UNKNOWN = -1;

    public SubscriberState {
        requireNonNull(counters, "counters is null");
    }
}
