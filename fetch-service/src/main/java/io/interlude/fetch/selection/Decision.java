package io.interlude.fetch.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.overlay.OwnFetch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was decided, with the places that were taken for it.
///
/// @param advances counters of the subscriber that the fetch advances; empty without one
/// @param reserved null for a no-fill and for a test fetch
public record Decision(
        SelectionOutcome outcome, List<FrequencyAdvance> advances, @Nullable OwnFetch reserved) {
    public Decision {
        requireNonNull(outcome, "outcome is null");
        advances = List.copyOf(advances);
    }

    static Decision of(SelectionOutcome outcome) {
        return new Decision(outcome, List.of(), null);
    }
}
