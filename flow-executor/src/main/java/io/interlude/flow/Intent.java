package io.interlude.flow;

import java.util.List;

/// A natural-language edge of a choice-set, as an [IntentMatcher] sees it.
///
/// @param name the intent's id, all that is ever reported of a match
/// @param description when the edge fires, written for a language model; may be empty
/// @param examples what a person might say
public record Intent(String name, String description, List<String> examples) {
    public Intent {
        examples = List.copyOf(examples);
    }
}
