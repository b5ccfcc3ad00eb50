package io.interlude.domain.catalogue;

import java.util.List;

/// A line item with its campaign and its approved creatives, those in the order of sequential
/// rotation.
public record Candidate(LineItem lineItem, Campaign campaign, List<CreativeVersion> creatives) {
    public Candidate {
        creatives = List.copyOf(creatives);
    }
}
