package io.interlude.domain.matching;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The history of a fetch so far, as far as later events are judged by it.
///
/// @param engagedAt time of its earliest engaging event, null before the first
/// @param actionToLastClickAt for each action, the time of its latest valid click
/// @param impressionBilled whether a delivery or a read billed the impression
/// @param history the events that conversions are judged by, in the order of their topics; of a
///   fetch without goals only conversions with an order
public record FetchProgress(
        @Nullable Instant engagedAt,
        Map<Integer, Instant> actionToLastClickAt,
        boolean impressionBilled,
        List<FetchEvent> history) {
    public static final FetchProgress NONE = new FetchProgress(null, Map.of(), false, List.of());

    public FetchProgress {
        actionToLastClickAt = Map.copyOf(actionToLastClickAt);
        history = List.copyOf(history);
    }

    /// With the events that conversions are judged by.
    public FetchProgress withHistory(List<FetchEvent> events) {
        return new FetchProgress(engagedAt, actionToLastClickAt, impressionBilled, events);
    }

    FetchProgress engaged(Instant at) {
        return new FetchProgress(at, actionToLastClickAt, impressionBilled, history);
    }

    FetchProgress clicked(Map<Integer, Instant> lastClicks) {
        return new FetchProgress(engagedAt, lastClicks, impressionBilled, history);
    }

    FetchProgress billed() {
        return new FetchProgress(engagedAt, actionToLastClickAt, true, history);
    }
}
