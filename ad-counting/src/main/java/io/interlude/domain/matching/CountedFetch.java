package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// A fetch with all of its events that were counted.
///
/// @param counted in any order
public record CountedFetch(ServedFetch served, List<CountedEvent> counted) {
    public CountedFetch {
        requireNonNull(served, "served is null");
        counted = counted.stream().sorted(Comparator.comparingLong(CountedEvent::order)).toList();
    }

    /// The events in their order.
    ///
    /// @param takenBackToo whether those too that corrections took back
    List<FetchEvent> events(boolean takenBackToo) {
        return counted.stream()
                .filter(event -> takenBackToo || !event.takenBack())
                .map(CountedEvent::event)
                .toList();
    }

    /// Whether a correction took any back.
    public boolean isCorrected() {
        return counted.stream().anyMatch(CountedEvent::takenBack);
    }

    /// The events that conversions are judged by, in their order, taken back or not.
    public List<FetchEvent> history() {
        return events(true).stream().filter(served.conversions()::matters).toList();
    }

    /// The orders that it claims by what is not taken back, see [ConversionFold#claims].
    public Map<OrderKey, Instant> claims() {
        ConversionFold rules = served.conversions();
        return rules.claims(events(false).stream().filter(rules::matters).toList());
    }
}
