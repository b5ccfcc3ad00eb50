package io.interlude.context.appropriateness;

import io.interlude.domain.suitability.SensitiveCategory;

/// The judgement on a moment. Holds no word of it.
///
/// @param declined whether no ad should be shown
/// @param category what it would be declined for
/// @param score log odds that the moment is sensitive, less the concern's caution
public record Appropriateness(boolean declined, SensitiveCategory category, double score) {}
