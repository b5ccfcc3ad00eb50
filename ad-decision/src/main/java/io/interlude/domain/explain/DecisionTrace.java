package io.interlude.domain.explain;

import io.interlude.domain.prepared.PreparedCatalogue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A recorded decision laid open: what was asked of each candidate, and what was drawn.
///
/// @param candidates with a recorded verdict, best first
/// @param draw null when one line item alone had the first rank, nothing was served, or more shared
///   the rank than the record holds
/// @param rotation null when nothing was served
public record DecisionTrace(
        List<CandidateTrace> candidates,
        @Nullable DrawTrace draw,
        @Nullable RotationTrace rotation) {
    public DecisionTrace {
        candidates = List.copyOf(candidates);
    }

    /// Lays the decision open.
    ///
    /// @param catalogue the org's at the recorded revision
    /// @param again the decision made again, which tells in words what each rule found
    public static DecisionTrace of(
            RecordedDecision recorded, PreparedCatalogue catalogue, Recomputation again) {
        Tracing tracing = new Tracing(recorded, catalogue, again);
        return new DecisionTrace(tracing.candidates(), tracing.draw(), tracing.rotation());
    }
}
