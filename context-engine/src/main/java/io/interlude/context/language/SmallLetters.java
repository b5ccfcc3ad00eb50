package io.interlude.context.language;

import java.text.BreakIterator;
import java.util.Locale;

/// Texts in small letters, in time that grows with their length. Of a word of 2,048 capital sigmas
/// the JDK looks through the whole for each, which takes 0.1 s; for each dotted capital I it copies
/// the whole. The outcome is the JDK's, but that a sigma also has its final form after raised
/// letters that are newer than the JDK's list of them, and after letters beyond U+FFFF.
final class SmallLetters {
    private static final char DOTTED_I = '\u0130';
    private static final String SMALL_DOTTED_I = "i\u0307";
    private static final char CAPITAL_SIGMA = '\u03A3';
    private static final char SIGMA = '\u03C3';
    private static final char FINAL_SIGMA = '\u03C2';

    private SmallLetters() {}

    static String of(String text) {
        if (text.indexOf(CAPITAL_SIGMA) < 0 && text.indexOf(DOTTED_I) < 0) {
            return text.toLowerCase(Locale.ROOT);
        }
        StringBuilder small = new StringBuilder(text.length() + 16);
        BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
        words.setText(text);
        int start = words.first();
        for (int end = words.next(); end != BreakIterator.DONE; end = words.next()) {
            append(small, text, start, end);
            start = end;
        }
        return small.toString();
    }

    /// Appends one word, in which a sigma has its final form where it is the last of several
    /// letters with a case.
    private static void append(StringBuilder small, String text, int start, int end) {
        int last = lastOfSeveral(text, start, end);
        int letter;
        for (int i = start; i < end; i += Character.charCount(letter)) {
            letter = text.codePointAt(i);
            switch (letter) {
                case DOTTED_I -> small.append(SMALL_DOTTED_I);
                case CAPITAL_SIGMA -> small.append(i == last ? FINAL_SIGMA : SIGMA);
                default -> small.appendCodePoint(Character.toLowerCase(letter));
            }
        }
    }

    /// Index of the last letter with a case, if another one comes before it; else -1.
    private static int lastOfSeveral(String text, int start, int end) {
        int last = -1;
        int letter;
        for (int i = end; i > start; i -= Character.charCount(letter)) {
            letter = text.codePointBefore(i);
            if (hasCase(letter)) {
                if (last >= 0) {
                    return last;
                }
                last = i - Character.charCount(letter);
            }
        }
        return -1;
    }

    private static boolean hasCase(int letter) {
        return Character.isLowerCase(letter)
                || Character.isUpperCase(letter)
                || Character.isTitleCase(letter);
    }
}
