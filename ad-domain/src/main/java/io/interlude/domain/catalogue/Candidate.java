package io.interlude.domain.catalogue;

import java.util.List;

/// A line item with its campaign and its approved creatives, those in the order of sequential
/// rotation.
///
/// @param conversionGoals that count and bill its conversions; empty when every conversion does
public record Candidate(
        LineItem lineItem,
        Campaign campaign,
        List<CreativeVersion> creatives,
        List<ConversionGoal> conversionGoals) {
    public Candidate {
        creatives = List.copyOf(creatives);
        conversionGoals = List.copyOf(conversionGoals);
    }
}
