package io.interlude.flow;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The words of a text, without case, accents and punctuation.
///
/// Exactly, so that another executor can do the same: Unicode NFKD; without U+0300-036F,
/// U+20D0-20FF and U+FE00-FE0F; lower case of the root locale, with U+03C2 as U+03C3; then each
/// longest run of letters, marks and numbers (categories L, M, N) is a word, but each character of
/// a script that is written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar) is
/// one by itself.
public final class Words {
    private static final Pattern IGNORED_MARKS =
            Pattern.compile("[\\x{300}-\\x{36f}\\x{20d0}-\\x{20ff}\\x{fe00}-\\x{fe0f}]");
    private static final String UNSPACED =
            "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}"
                    + "\\p{sc=Khmer}\\p{sc=Myanmar}";
    private static final Pattern WORD =
            Pattern.compile("[%1$s]|(?:(?![%1$s])[\\p{L}\\p{M}\\p{N}])+".formatted(UNSPACED));

    private Words() {}

    /// The words in order; none for a text of punctuation or emoji alone.
    public static List<String> of(String text) {
        String plain =
                IGNORED_MARKS
                        .matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
                        .replaceAll("");
        String folded = plain.toLowerCase(Locale.ROOT).replace('\u03c2', '\u03c3');
        return WORD.matcher(folded).results().map(MatchResult::group).toList();
    }
}
