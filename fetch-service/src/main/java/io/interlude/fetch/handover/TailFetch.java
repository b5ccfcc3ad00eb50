package io.interlude.fetch.handover;

import io.interlude.domain.frequency.FrequencyAdvance;
import java.time.Instant;
import java.util.List;

/// A fetch of one subscriber in the end of the journal, by whichever instance.
///
/// @param offset in the subscriber's partition of `ads.fetches`
/// @param advances counters of the subscriber that it advances
public record TailFetch(long offset, Instant servedAt, List<FrequencyAdvance> advances) {
    public TailFetch {
        advances = List.copyOf(advances);
    }
}
