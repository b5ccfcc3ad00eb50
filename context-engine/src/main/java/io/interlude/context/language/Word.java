package io.interlude.context.language;

/// The evidence of one word for a turn's language.
enum Word {
    /// A frequent word of English and of no other language.
    FREQUENT,
    /// An English word.
    ENGLISH,
    /// A small word of English and of another language.
    SHARED,
    /// A word that English has, and that is frequent in another language.
    AMBIGUOUS,
    /// A frequent word of another language.
    FOREIGN,
    /// In no list, but common in English writing: names and brands, mostly.
    FAMILIAR,
    /// In no list.
    UNKNOWN,
    /// A capital inside a sentence, or a known name.
    NAME,
    /// A capital where every word may have one, in no list of names.
    CAPITALISED,
    /// An "ok" or a greeting of some language.
    COURTESY,
    /// A number, a code, a link.
    NEUTRAL,
    /// Letters that are not Latin.
    SCRIPT
}
