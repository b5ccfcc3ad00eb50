package io.interlude.aggregate.matching;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.domain.matching.Contribution;
import java.util.List;

/// The outcome of an event whose fetch is known.
public sealed interface MatchOutcome {
    /// It belongs to its fetch.
    ///
    /// @param contributions what it adds; nothing when it was counted already
    record Applied(List<Contribution> contributions) implements MatchOutcome {
        static final Applied NOTHING = new Applied(List.of());

        public Applied {
            contributions = List.copyOf(contributions);
        }
    }

    /// It cannot have happened in what its fetch served.
    record Unmatched(FlowMismatch mismatch) implements MatchOutcome {}

    /// Its fetch takes no more events of its kind.
    record TooMany() implements MatchOutcome {}

    /// The flow that its fetch served is not known yet.
    record AwaitsFlow(ServedVersion version) implements MatchOutcome {}
}
