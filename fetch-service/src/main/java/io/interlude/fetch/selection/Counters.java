package io.interlude.fetch.selection;

import io.interlude.domain.frequency.SubscriberCounters;

/// A request's view of its subscriber's counters.
sealed interface Counters {
    /// They are not needed.
    record NotAsked() implements Counters {}

    /// They could not be read in time.
    record Unreadable() implements Counters {}

    /// As the aggregator has applied them.
    record Read(SubscriberCounters counters) implements Counters {}
}
