package io.interlude.context.token;

import java.text.Normalizer;
import java.util.Arrays;

/// Writes a text as the transformer's vocabulary spells it: lower case, without accents and control
/// characters, ideographs apart. Same outcome as the BERT normalizer of the reference tokenizer.
final class TextNormalizer {
    private static final char REPLACEMENT = '\uFFFD';

    private TextNormalizer() {}

    static char[] normalize(CharSequence text) {
        char[] characters = new char[text.length()];
        int length = 0;
        for (int i = 0; i < characters.length; i++) {
            char character = text.charAt(i);
            if (character >= 0x80) {
                return normalizeAnyScript(text.toString());
            }
            if (!isDropped(character)) {
                characters[length++] =
                        character >= 'A' && character <= 'Z' ? (char) (character | 32) : character;
            }
        }
        return length == characters.length ? characters : Arrays.copyOf(characters, length);
    }

    private static boolean isDropped(char character) {
        boolean control = character < ' ' || character == 0x7F;
        return control && character != '\t' && character != '\n' && character != '\r';
    }

    private static char[] normalizeAnyScript(String text) {
        StringBuilder clean = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> appendClean(clean, codePoint));
        String decomposed = Normalizer.normalize(clean, Normalizer.Form.NFD);
        StringBuilder normal = new StringBuilder(decomposed.length());
        decomposed
                .codePoints()
                .filter(codePoint -> Character.getType(codePoint) != Character.NON_SPACING_MARK)
                .map(Character::toLowerCase)
                .forEach(normal::appendCodePoint);
        return normal.toString().toCharArray();
    }

    private static void appendClean(StringBuilder clean, int codePoint) {
        if (codePoint < 0x80 ? isDropped((char) codePoint) : isOther(codePoint)) {
            return;
        }
        if (WordPieceTokenizer.isSpace(codePoint)) {
            clean.append(' ');
        } else if (isIdeograph(codePoint)) {
            clean.append(' ').appendCodePoint(codePoint).append(' ');
        } else {
            clean.appendCodePoint(codePoint);
        }
    }

    /// Controls, formats, private use, unassigned, and halves of surrogate pairs.
    private static boolean isOther(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE ->
                    true;
            default -> codePoint == REPLACEMENT;
        };
    }

    private static boolean isIdeograph(int codePoint) {
        return (codePoint >= 0x4E00 && codePoint <= 0x9FFF)
                || (codePoint >= 0x3400 && codePoint <= 0x4DBF)
                || (codePoint >= 0x20000 && codePoint <= 0x2A6DF)
                || (codePoint >= 0x2A700 && codePoint <= 0x2CEAF)
                || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
                || (codePoint >= 0x2F800 && codePoint <= 0x2FA1F);
    }
}
