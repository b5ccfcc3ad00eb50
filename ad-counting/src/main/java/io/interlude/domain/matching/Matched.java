package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// What an event did: the fetch's progress after it, and what it adds to the counts.
public record Matched(FetchProgress progress, List<Contribution> contributions) {
    public Matched {
        requireNonNull(progress, "progress is null");
        contributions = List.copyOf(contributions);
    }
}
