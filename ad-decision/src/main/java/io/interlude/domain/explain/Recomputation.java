package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.selection.SelectionOutcome;
import java.util.List;

/// A decision that was made again from its record.
///
/// @param outcome what it comes to now, with its verdicts and disqualifications
/// @param differences from the record; none is expected
/// @param complete whether the record has a verdict on every candidate. If not, the line items
///   beyond it that depend on state are taken as ruled out, since their state is not known; then a
///   draw among more equals than the record holds may come out differently
public record Recomputation(
        SelectionOutcome outcome, List<Difference> differences, boolean complete) {
    public Recomputation {
        requireNonNull(outcome, "outcome is null");
        differences = List.copyOf(differences);
    }
}
