package io.interlude.flow;

import java.util.List;
import java.util.Optional;

/// Tells which intent a text means: a publisher's language model, or [KeywordMatcher].
@FunctionalInterface
public interface IntentMatcher {
    /// Names the intent that a text means.
    ///
    /// @param text what the person typed; must not be kept
    /// @param intents those of the present choice-set, in the author's order, at least one
    /// @return name of one of them; empty, or any other name, when the text means none
    Optional<String> match(String text, List<Intent> intents);
}
