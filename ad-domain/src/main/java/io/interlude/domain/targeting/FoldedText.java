package io.interlude.domain.targeting;

import java.util.Locale;

/// Texts as targeting compares them: without their case.
public final class FoldedText {
    /// Letters that are folded at once. Where some become longer, the JDK copies the whole for each
    /// of them: 64 KiB of U+0390 would take it a quarter of a second and 4 GB.
    private static final int PIECE = 32;

    private static final int DOTTED_I = 0x130;
    private static final char FIRST_BEYOND_ASCII = 128;

    private FoldedText() {}

    /// The text without its case. Upper case first, so that letters with two lower-case forms fall
    /// together. The text itself where it has none, which saves the memory of another.
    public static String of(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder folded = new StringBuilder(text.length());
        int start = 0;
        while (start < text.length()) {
            int end = Math.min(start + PIECE, text.length());
            if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
                end++;
            }
            appendSmall(folded, text.substring(start, end).toUpperCase(Locale.ROOT));
            start = end;
        }
        return text.contentEquals(folded) ? text : folded.toString();
    }

    /// Whether a letter has a case that a text loses.
    public static boolean changes(int letter) {
        if (letter < FIRST_BEYOND_ASCII) {
            return letter >= 'A' && letter <= 'Z';
        }
        String text = Character.toString(letter);
        return !of(text).equals(text);
    }

    /// Appends each letter by itself: the JDK gives a sigma another form at the end of a word,
    /// which a part of a text would end elsewhere, and takes a microsecond to find that out.
    private static void appendSmall(StringBuilder folded, String capitals) {
        capitals.codePoints()
                .forEach(letter -> {
                    if (letter == DOTTED_I) {
                        folded.append("i\u0307");
                    } else {
                        folded.appendCodePoint(Character.toLowerCase(letter));
                    }
                });
    }

    /// Whether it is ASCII without capital letters, as most texts are.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char at = text.charAt(i);
            if (at >= FIRST_BEYOND_ASCII || changes(at)) {
                return false;
            }
        }
        return true;
    }
}
