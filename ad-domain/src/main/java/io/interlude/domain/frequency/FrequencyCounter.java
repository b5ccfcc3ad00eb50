package io.interlude.domain.frequency;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/// A counter of one subscriber's fetches of one scope: the lifetime count and the latest times,
/// oldest first.
public record FrequencyCounter(CapScope scope, String id, long lifetime, List<Instant> times) {
    public FrequencyCounter {
        requireNonNull(scope, "scope is null");
        requireNonNull(id, "id is null");
        times = List.copyOf(times);
    }

    /// How many times after the first are equal to it.
    public int repeats() {
        int equal = 1;
        while (equal < times.size() && times.get(equal).equals(times.getFirst())) {
            equal++;
        }
        return equal - 1;
    }
}
