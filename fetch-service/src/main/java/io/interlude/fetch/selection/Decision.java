package io.interlude.fetch.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.overlay.OwnFetch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A decision, with the places that were taken for it.
///
/// @param input what it was decided with
/// @param advances counters of the subscriber that the fetch advances; empty without one
/// @param reserved null for a no-fill and for a test fetch
public record Decision(
        SelectionInput input,
        SelectionOutcome outcome,
        List<FrequencyAdvance> advances,
        @Nullable OwnFetch reserved) {
    public Decision {
        requireNonNull(input, "input is null");
        requireNonNull(outcome, "outcome is null");
        advances = List.copyOf(advances);
    }

    static Decision of(SelectionInput input, SelectionOutcome outcome) {
        return new Decision(input, outcome, List.of(), null);
    }

    /// The decision as the journal keeps it.
    ///
    /// @param applicationId of the key that asked; null for a key without one
    public RecordedDecision recorded(
            DecisionRequest request, @Nullable ApplicationId applicationId) {
        return RecordedDecision.of(
                request.catalogue(), applicationId, input, request.seed(), outcome);
    }
}
