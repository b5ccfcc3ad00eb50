package io.interlude.context.embedding;

import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import java.util.Arrays;

/// The latest tokens of a text between the start and the end token, with a weight for each.
final class Frame {
    private final long[] ids;
    private final float[] weights;
    private int first;
    private float heaviest;

    Frame(int mostTokens) {
        this.ids = new long[mostTokens + 2];
        this.weights = new float[mostTokens + 2];
        this.first = ids.length - 1;
        ids[first] = Vocabulary.END;
    }

    /// Puts a part before what is there; its beginning is cut where there is no room.
    void prepend(Tokens tokens, float weight) {
        for (int i = tokens.length() - 1; i >= 0 && first > 1 && weight > 0; i--) {
            ids[--first] = tokens.id(i);
            weights[first] = weight;
            heaviest = Math.max(heaviest, weight);
        }
    }

    boolean isEmpty() {
        return heaviest == 0;
    }

    long[] ids() {
        long[] framed = Arrays.copyOfRange(ids, first - 1, ids.length);
        framed[0] = Vocabulary.START;
        return framed;
    }

    /// Start and end count as much as the heaviest part.
    float[] weights() {
        float[] framed = Arrays.copyOfRange(weights, first - 1, weights.length);
        framed[0] = heaviest;
        framed[framed.length - 1] = heaviest;
        return framed;
    }
}
