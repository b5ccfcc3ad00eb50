package io.interlude.context.relevance;

import java.util.List;

/// The texts that describe a line item.
///
/// @param topics short texts that its advertiser entered
/// @param copy texts of its creatives
public record LineItemTexts(List<String> topics, List<String> copy) {
    public LineItemTexts {
        topics = List.copyOf(topics);
        copy = List.copyOf(copy);
    }
}
