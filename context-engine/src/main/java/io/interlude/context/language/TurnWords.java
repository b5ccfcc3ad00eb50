package io.interlude.context.language;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The words of one turn, as text and as what they tell. For one thread.
final class TurnWords {
    private static final int LONGEST_ABBREVIATION = 4;
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");
    private static final Pattern LINK =
            Pattern.compile("(?i).*://.*|www\\..*|[^\\s@]+@[^\\s@]+\\.[a-z]+.*|[@#/~\\\\]\\w.*");

    /// What code has and prose has not: `a_b`, `a.b(`, `aB`, `a[0]`, `a=b`, `<b>`, `x::y`,
    /// `--flag`.
    private static final Pattern CODE =
            Pattern.compile(
                    ".*\\w_\\w.*|.*[\\w\\])]\\(.*|.*[{}<>=;$\\[\\]|^`\\\\].*|.*\\p{Ll}\\p{Lu}.*"
                            + "|.*\\w[.:]{1,2}\\w.*|-{1,2}\\w.*");

    private static final Pattern JOINT = Pattern.compile("[^\\p{L}\\p{M}\\p{N}'\u2019]+");

    /// A choice that is repeated gives nothing back: it would take a place on the stack each time,
    /// and a turn may be nothing but laughter.
    private static final Pattern LAUGH =
            Pattern.compile(
                    "((?:ha|ah){2,}+|(he){2,}|(hi){2,}|(ja){2,}|(je){2,}|(rs){2,}|k{3,}|(xa){2,}|ha|lo+l)[hs]?");

    private static final Pattern REPEATS = Pattern.compile("(\\p{L})\\1{2,}");
    private static final Pattern MARKS = Pattern.compile("\\p{Mn}+");
    private static final Pattern TRANSLITERATED =
            Pattern.compile("\\p{Ll}*[235679]\\p{Ll}{2,}.*|\\p{Ll}{2,}[235679]\\p{Ll}*");
    private static final Pattern ORDINAL =
            Pattern.compile(
                    "\\d+(st|nd|rd|th|am|pm|k|m|km|kg|g|mg|ml|gb|mb|tb|cm|mm|hr|hrs|min|mins|x|s|d|p|ft|lb|lbs|yr|yrs|yo|bn|usd|eur|gbp)");

    private final Lexicon lexicon;
    private final boolean shouted;
    private final List<Word> kinds = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private boolean startsSentence = true;

    private TurnWords(Lexicon lexicon, boolean shouted) {
        this.lexicon = lexicon;
        this.shouted = shouted;
    }

    static TurnWords of(String turn, Lexicon lexicon) {
        TurnWords words = new TurnWords(lexicon, isShouted(turn));
        String text =
                isAscii(turn) ? turn : turn.replaceAll("\\p{Cf}+", "").replace('\u2019', '\'');
        for (String line : text.split("\n", -1)) {
            words.startsSentence = true;
            String[] chunks = SPACE.split(line, -1);
            for (int i = 0; i < chunks.length; i++) {
                if (isNumero(chunks[i]) && i + 1 < chunks.length && isNumber(chunks[i + 1])) {
                    words.add(Word.NEUTRAL, chunks[i]);
                } else {
                    words.addChunk(chunks[i]);
                }
            }
        }
        return words;
    }

    /// "No. 5" has nothing of the Spanish no.
    private static boolean isNumero(String chunk) {
        return chunk.equals("No.") || chunk.equals("no.");
    }

    private static boolean isNumber(String chunk) {
        return !chunk.isEmpty() && chunk.charAt(0) >= '0' && chunk.charAt(0) <= '9';
    }

    /// Whether all letters are capitals, and there are too many for an abbreviation.
    private static boolean isShouted(String text) {
        int letters = 0;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLowerCase(text.charAt(i))) {
                return false;
            }
            letters += Character.isUpperCase(text.charAt(i)) ? 1 : 0;
        }
        return letters >= 5;
    }

    List<Word> kinds() {
        return kinds;
    }

    List<String> texts() {
        return texts;
    }

    /// Whether every word is said alike in many languages.
    boolean courtesiesOnly() {
        return texts.stream().allMatch(text -> lexicon.isNeutral(fold(text)));
    }

    private void addChunk(String chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        int from = plainFrom(chunk);
        int to = plainTo(chunk);
        boolean plain = from < to && isPlain(chunk, from, to);
        if (plain) {
            addWord(chunk.substring(from, to));
        } else if (hasLetter(chunk)) {
            if (LINK.matcher(chunk).matches() || isCode(chunk) || isNumbered(chunk)) {
                add(Word.NEUTRAL, chunk);
            } else {
                addWords(chunk);
            }
        }
        startsSentence = endsSentence(chunk) || (startsSentence && !plain && !hasLetter(chunk));
    }

    private static int plainFrom(String chunk) {
        char first = chunk.charAt(0);
        return first == '"' || first == '\'' || first == '(' ? 1 : 0;
    }

    private static int plainTo(String chunk) {
        int to = chunk.length();
        while (to > 0 && ".,!?;:\"')".indexOf(chunk.charAt(to - 1)) >= 0) {
            to--;
        }
        return to;
    }

    /// Most words are nothing but letters, perhaps with a capital.
    private static boolean isPlain(String chunk, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = chunk.charAt(i);
            boolean small = c >= 'a' && c <= 'z';
            if (!small && !(i == from && c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private static boolean endsSentence(String chunk) {
        int last = chunk.length() - 1;
        while (last > 0 && "'\"”»)".indexOf(chunk.charAt(last)) >= 0) {
            last--;
        }
        return ".!?:…".indexOf(chunk.charAt(last)) >= 0;
    }

    /// Code has a sign inside; brackets and stops around a word are prose.
    private static boolean isCode(String chunk) {
        int from = 0;
        int to = chunk.length();
        while (from < to && !Character.isLetterOrDigit(chunk.codePointAt(from))) {
            from++;
        }
        while (to > from && !Character.isLetterOrDigit(chunk.charAt(to - 1))) {
            to--;
        }
        String inside = chunk.substring(from, to);
        return CODE.matcher(inside).matches() || chunk.endsWith("()") || chunk.endsWith(");");
    }

    /// Digits and capitals: `ABC-123`.
    private static boolean isNumbered(String chunk) {
        return hasDigit(chunk) && isAscii(chunk) && chunk.equals(chunk.toUpperCase(Locale.ROOT));
    }

    private static boolean hasLetter(String chunk) {
        return chunk.codePoints().anyMatch(Character::isLetter);
    }

    private void addWords(String chunk) {
        for (String part : JOINT.split(chunk, -1)) {
            if (!hasLetter(part)) {
                continue;
            }
            int apostrophe = part.indexOf('\'', 1);
            if (apostrophe < 0 || apostrophe == part.length() - 1) {
                addWord(part.replace("'", ""));
            } else {
                addContraction(part.replaceFirst("^'", ""));
            }
            startsSentence = false;
        }
    }

    /// English shortens after the apostrophe (`don't`), French before it (`j'ai`).
    private void addContraction(String part) {
        int apostrophe = part.indexOf('\'');
        String before = part.substring(0, Math.max(apostrophe, 0));
        String after = SmallLetters.of(part.substring(apostrophe + 1));
        switch (after) {
            case "t", "m", "re", "ve", "ll", "d", "all", "em", "clock" -> add(Word.FREQUENT, part);
            case "s" -> addWord(before);
            default -> {
                boolean name = Character.isUpperCase(part.charAt(apostrophe + 1));
                if (before.length() <= 2 && !shouted && name) {
                    add(Word.NAME, part);
                } else {
                    addWord(before);
                    addWord(part.substring(apostrophe + 1).replace("'", ""));
                }
            }
        }
    }

    private void add(Word kind, String text) {
        kinds.add(kind);
        texts.add(text);
    }

    private void addWord(String word) {
        if (word.codePointCount(0, word.length()) > 0) {
            add(kind(word), word);
        }
    }

    private Word kind(String word) {
        if (hasOtherScript(word)) {
            return lexicon.isNeutral(fold(word)) ? Word.COURTESY : Word.SCRIPT;
        }
        String folded = fold(word);
        boolean digits = hasDigit(word);
        boolean capital = Character.isUpperCase(word.codePointAt(0)) && !shouted;
        if (digits) {
            return isTransliterated(word, folded) ? Word.UNKNOWN : Word.NEUTRAL;
        }
        if (folded.length() == 1) {
            return folded.equals("i") && capital ? Word.FREQUENT : Word.NEUTRAL;
        }
        Word listed = listed(folded);
        if (!capital) {
            boolean strange = listed == Word.UNKNOWN || listed == Word.FAMILIAR;
            return strange && lexicon.isName(folded) ? Word.NAME : listed;
        }
        if (lexicon.isName(folded) && !lexicon.isForeign(folded) && !lexicon.isCore(folded)) {
            return Word.NAME;
        }
        if (listed == Word.FREQUENT || listed == Word.SHARED || listed == Word.COURTESY) {
            return listed;
        }
        if (word.length() <= LONGEST_ABBREVIATION && word.equals(word.toUpperCase(Locale.ROOT))) {
            return Word.NEUTRAL;
        }
        if (startsSentence && listed != Word.UNKNOWN && listed != Word.FAMILIAR) {
            return listed;
        }
        return listed == Word.ENGLISH || listed == Word.AMBIGUOUS ? listed : Word.CAPITALISED;
    }

    private static boolean hasDigit(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (Character.isDigit(word.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /// Arabic in Latin letters writes some sounds as numbers: `3ayez`, `enti7ar`.
    private boolean isTransliterated(String word, String folded) {
        return lexicon.isForeign(folded)
                || (word.equals(SmallLetters.of(word))
                        && word.chars().filter(Character::isDigit).count() <= 2
                        && TRANSLITERATED.matcher(word).matches()
                        && !ORDINAL.matcher(word).matches());
    }

    private Word listed(String folded) {
        if (lexicon.isFrequent(folded)) {
            return Word.FREQUENT;
        }
        if (LAUGH.matcher(folded).matches()) {
            return Word.COURTESY;
        }
        boolean foreign = lexicon.isForeign(folded);
        if (foreign && lexicon.isCore(folded)) {
            return Word.SHARED;
        }
        if (foreign && lexicon.isEnglish(folded)) {
            return Word.AMBIGUOUS;
        }
        if (lexicon.isNeutral(folded)) {
            return foreign ? Word.FOREIGN : Word.COURTESY;
        }
        if (foreign) {
            return Word.FOREIGN;
        }
        if (lexicon.isEnglish(folded)) {
            return Word.ENGLISH;
        }
        if (lexicon.isFamiliar(folded)) {
            return Word.FAMILIAR;
        }
        String shorter = REPEATS.matcher(folded).replaceAll("$1");
        return shorter.equals(folded) ? Word.UNKNOWN : listed(shorter);
    }

    /// In small letters, Latin ones without accents.
    static String fold(String word) {
        String small = SmallLetters.of(word);
        if (isAscii(small)) {
            return small;
        }
        String bare =
                MARKS.matcher(Normalizer.normalize(small, Normalizer.Form.NFD)).replaceAll("");
        if (hasOtherScript(small)) {
            return Character.UnicodeScript.of(small.codePointAt(0)) == Character.UnicodeScript.GREEK
                    ? bare
                    : small;
        }
        return bare.replace('ł', 'l')
                .replace('đ', 'd')
                .replace('ø', 'o')
                .replace('ı', 'i')
                .replace("ß", "ss")
                .replace("æ", "ae")
                .replace("œ", "oe")
                .replace('þ', 't')
                .replace('ð', 'd');
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasOtherScript(String word) {
        return !isAscii(word) && word.codePoints().anyMatch(TurnWords::isOtherScript);
    }

    /// A letter that the tokenizer does not read as one of the Latin alphabet.
    static boolean isOtherScript(int codePoint) {
        return codePoint >= 0x250
                && Character.isLetter(codePoint)
                && !(codePoint >= 0x1E00 && codePoint < 0x1F00);
    }
}
