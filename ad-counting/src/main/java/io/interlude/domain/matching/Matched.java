package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// The effect of an event: the fetch's progress after it, and its additions to the counts.
public record Matched(FetchProgress progress, List<Contribution> contributions) {
    public Matched {
        requireNonNull(progress, "progress is null");
        contributions = List.copyOf(contributions);
    }
}
