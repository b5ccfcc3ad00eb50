package io.interlude.context.embedding;

import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.util.Arrays;
import java.util.List;

/// Reads which words a text uses. A word counts by how much it says, which is the length of its
/// vector in the static table, up to 1. Safe for use by many threads.
public final class WordReader {
    private final WordPieceTokenizer tokenizer;
    private final EnglishGuard guard;
    private final float[] tokenToWeight;

    public WordReader(
            WordPieceTokenizer tokenizer,
            Vocabulary vocabulary,
            StaticModel model,
            EnglishGuard guard) {
        this.tokenizer = tokenizer;
        this.guard = guard;
        this.tokenToWeight = new float[vocabulary.size()];
        for (int id = 0; id < tokenToWeight.length; id++) {
            boolean word = isWord(vocabulary.text(id)) && model.knows(id);
            tokenToWeight[id] = word ? Math.min(1, model.length(id)) : 0;
        }
    }

    private static boolean isWord(String text) {
        return text.length() > 1 && text.chars().anyMatch(Character::isLetterOrDigit);
    }

    /// The words of the parts together, each as heavy as the heaviest part that it is in. Parts
    /// that are no English say nothing.
    public Words read(List<WeightedText> parts) {
        long[] found = new long[64];
        int length = 0;
        for (WeightedText part : parts) {
            Tokens tokens = tokenizer.tokenize(part.text());
            if (guard.isReadable(part.text(), tokens)) {
                found = Arrays.copyOf(found, Math.max(found.length, length + tokens.length()));
                length = add(tokens, (float) part.weight(), found, length);
            }
        }
        return Words.of(Arrays.copyOf(found, length));
    }

    private int add(Tokens tokens, float partWeight, long[] found, int from) {
        int length = from;
        for (int i = 0; i < tokens.length(); i++) {
            float weight = tokenToWeight[tokens.id(i)] * partWeight;
            if (weight > 0) {
                found[length++] =
                        (long) tokens.id(i) << Integer.SIZE | Float.floatToRawIntBits(weight);
            }
        }
        return length;
    }
}
