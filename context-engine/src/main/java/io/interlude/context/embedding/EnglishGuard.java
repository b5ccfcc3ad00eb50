package io.interlude.context.embedding;

import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import java.util.BitSet;
import java.util.Set;

/// Keeps texts that an English model cannot read from matching at random.
///
/// The vocabulary is English: other languages in Latin letters fall into many pieces of words and
/// betray themselves by their small words, other scripts fall into single characters and unknown
/// words. Of 14,900 English texts seven are turned away. Immutable.
public final class EnglishGuard {
    /// Largest share of tokens that are pieces of words, not their beginnings.
    private static final double MOST_PIECES = 0.4;

    /// The same for a text with as many signs of another language as of English. Without any of
    /// either it must have some length: a rare word alone falls into pieces too.
    private static final double MOST_PIECES_IN_DOUBT = 0.2;

    private static final int FEWEST_TO_DOUBT = 6;

    /// Largest share of tokens in another script, or unknown.
    private static final double MOST_FOREIGN = 0.3;

    private static final Set<String> ENGLISH =
            Set.of(
                    ("the a i to for is and my you of on me it that with are can how what do have be "
                                    + "this at your not where which was we if or as so about from "
                                    + "would like need want please get any there in an find does")
                            .split(" "));

    /// Small words of German, Spanish, French, Italian, Portuguese, Dutch, Swedish, Polish,
    /// Turkish, Indonesian and Vietnamese that are hardly ever English, as the vocabulary writes
    /// them: without accents.
    private static final Set<String> OTHER =
            Set.of(
                    ("ich und der das ist nicht ein eine einen wie wo fur mit auf von zu mein meine "
                                    + "el la los las un una que y por para con mi es su de del se "
                                    + "le les des est je une pour dans avec et du pas mon ma sur "
                                    + "il che di per non e sono della questo o um uma nao com meu "
                                    + "het een van ik wil voor dat niet op naar "
                                    + "jag och att det som inte till efter en "
                                    + "w na sie nie jest bir ve bu icin ne saya yang dan untuk ini "
                                    + "toi mot cua khong duoc muon khach")
                            .split(" "));

    private final BitSet pieces = new BitSet();
    private final BitSet foreign = new BitSet();
    private final BitSet words = new BitSet();
    private final BitSet english = new BitSet();
    private final BitSet other = new BitSet();

    public EnglishGuard(Vocabulary vocabulary) {
        foreign.set(Vocabulary.UNKNOWN);
        for (int id = 0; id < vocabulary.size(); id++) {
            String text = vocabulary.text(id);
            pieces.set(id, text.length() > 2 && text.startsWith("##"));
            words.set(id, text.chars().anyMatch(Character::isLetterOrDigit));
            english.set(id, ENGLISH.contains(text));
            other.set(id, OTHER.contains(text));
            if (text.chars().anyMatch(c -> c >= 0x80 && Character.isLetter(c))) {
                foreign.set(id);
            }
        }
    }

    /// Whether the tokens look like English words. Pieces of a word or two are allowed.
    ///
    /// @param text what the tokens were made from
    boolean isReadable(CharSequence text, Tokens tokens) {
        int wordCount = count(tokens, words);
        int pieceCount = Math.max(0, count(tokens, pieces) - 2);
        int englishCount = count(tokens, english);
        int otherCount = count(tokens, other) + accents(text);
        boolean doubtful =
                otherCount >= englishCount && (otherCount > 0 || wordCount >= FEWEST_TO_DOUBT);
        return wordCount > 0
                && count(tokens, foreign) <= MOST_FOREIGN * wordCount
                && pieceCount <= (doubtful ? MOST_PIECES_IN_DOUBT : MOST_PIECES) * wordCount
                && (otherCount < 2 || otherCount <= englishCount);
    }

    /// Latin letters that English hardly uses, which the tokens no longer show: a sign each.
    private static int accents(CharSequence text) {
        int accents = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            accents += isAccentedLatin(character) ? 1 : 0;
        }
        return accents;
    }

    private static boolean isAccentedLatin(char character) {
        return (character >= 0xC0 && character < 0x250)
                || (character >= 0x1E00 && character < 0x1F00);
    }

    private static int count(Tokens tokens, BitSet kind) {
        int count = 0;
        for (int i = 0; i < tokens.length(); i++) {
            count += kind.get(tokens.id(i)) ? 1 : 0;
        }
        return count;
    }
}
