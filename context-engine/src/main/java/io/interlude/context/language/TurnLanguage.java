package io.interlude.context.language;

import io.interlude.domain.context.TextReading;

/// The readability of one turn for a reader of English, and the turn's language.
///
/// @param tag BCP 47 primary tag, `und` when it is unclear or the turn is neutral
public record TurnLanguage(State state, String tag) {
    static final String UNDETERMINED = TextReading.UNDETERMINED;

    static final TurnLanguage ENGLISH = new TurnLanguage(State.READ, "en");
    static final TurnLanguage NEUTRAL = new TurnLanguage(State.NEUTRAL, UNDETERMINED);

    /// States of a turn.
    public enum State {
        /// English, with foreign names at most.
        READ,
        /// Without language: numbers, emoji, links, codes, names, an "ok" of any language.
        NEUTRAL,
        /// All or some of it is in another language, or in none that is recognised.
        UNREAD
    }
}
