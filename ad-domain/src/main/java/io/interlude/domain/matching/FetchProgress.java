package io.interlude.domain.matching;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What became of a fetch so far, as far as later events are judged by it.
///
/// @param engagedAt time of its earliest engaging event, null before the first
/// @param actionToLastClickAt for each action, the time of its latest valid click
public record FetchProgress(
        @Nullable Instant engagedAt, Map<Integer, Instant> actionToLastClickAt) {
    public static final FetchProgress NONE = new FetchProgress(null, Map.of());

    public FetchProgress {
        actionToLastClickAt = Map.copyOf(actionToLastClickAt);
    }
}
