package io.interlude.domain.frequency;

import java.util.List;

/// Every counter of one subscriber, as far as the journal is applied.
///
/// @param appliedOffset offset in the subscriber's partition of `ads.fetches` of the last fetch of
///   this subscriber that is included; -1 for none. A reader adds what it knows of later fetches
///   itself.
public record SubscriberCounters(long appliedOffset, List<FrequencyCounter> counters) {
    public static final SubscriberCounters NONE = new SubscriberCounters(-1, List.of());

    public SubscriberCounters {
        counters = List.copyOf(counters);
    }
}
