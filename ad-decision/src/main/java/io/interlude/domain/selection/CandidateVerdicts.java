package io.interlude.domain.selection;

import io.interlude.domain.identity.LineItemId;
import java.util.List;

/// Verdicts on the candidates of one decision.
///
/// @param kept best first, at most [SelectionOutcome#LARGEST_VERDICTS]; none is left out before one
///   that is kept
/// @param candidateCount how many candidates there were
/// @param heldByCap whether a frequency cap, the ad load or a separation held back any that was
///   looked at
/// @param heldOut the line items that would have been served, but for the holdouts of their
///   campaigns, in the order in which they won
/// @param shadows the shadow line items that would have been served, by priority
public record CandidateVerdicts(
        List<SelectionVerdict> kept,
        int candidateCount,
        boolean heldByCap,
        List<LineItemId> heldOut,
        List<ShadowWin> shadows) {
    public CandidateVerdicts {
        kept = List.copyOf(kept);
        heldOut = List.copyOf(heldOut);
        shadows = List.copyOf(shadows);
    }

    /// Whether there is a verdict on every candidate.
    public boolean complete() {
        return kept.size() == candidateCount;
    }
}
