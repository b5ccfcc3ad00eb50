package io.interlude.domain.matching;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What became of a fetch so far, as far as later events are judged by it.
///
/// @param engagedAt time of its earliest engaging event, null before the first
/// @param actionToLastClickAt for each action, the time of its latest valid click
/// @param impressionBilled whether a delivery or a read billed the impression
public record FetchProgress(
        @Nullable Instant engagedAt,
        Map<Integer, Instant> actionToLastClickAt,
        boolean impressionBilled) {
    public static final FetchProgress NONE = new FetchProgress(null, Map.of(), false);

    public FetchProgress {
        actionToLastClickAt = Map.copyOf(actionToLastClickAt);
    }

    FetchProgress engaged(Instant at) {
        return new FetchProgress(at, actionToLastClickAt, impressionBilled);
    }

    FetchProgress clicked(Map<Integer, Instant> lastClicks) {
        return new FetchProgress(engagedAt, lastClicks, impressionBilled);
    }

    FetchProgress billed() {
        return new FetchProgress(engagedAt, actionToLastClickAt, true);
    }
}
