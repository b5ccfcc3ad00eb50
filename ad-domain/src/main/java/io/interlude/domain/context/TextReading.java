package io.interlude.domain.context;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/// The extent to which a conversation was read, and its language. Holds no word of it.
///
/// @param language BCP 47 primary tag of the latest user turn that has language, `und` when that is
///   unclear or there is none
public record TextReading(Extent extent, String language) {
    /// All of it, in English.
    public static final TextReading ENGLISH = new TextReading(Extent.FULL, "en");

    /// The tag of an unknown language.
    public static final String UNDETERMINED = "und";

    public TextReading {
        requireNonNull(extent, "extent is null");
        requireNonNull(language, "language is null");
    }

    /// The part that was read.
    public enum Extent {
        /// Every turn that has language.
        FULL,
        /// Not every turn, but the latest user turn that has language.
        PARTIAL,
        /// Not the latest user turn that has language, so nothing is known of the moment.
        NONE;

        private final String wireName = name().toLowerCase(Locale.ROOT);

        public String wireName() {
            return wireName;
        }

        public static Extent of(String wireName) {
            return valueOf(wireName.toUpperCase(Locale.ROOT));
        }
    }

    /// The language in words, such as `German (de)`.
    public String languageInWords() {
        return language.equals(UNDETERMINED)
                ? "no known language"
                : Locale.of(language).getDisplayLanguage(Locale.ENGLISH) + " (" + language + ")";
    }
}
