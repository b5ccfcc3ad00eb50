package io.interlude.context.embedding;

import java.util.Arrays;

/// The words that a text uses, as a sparse unit vector over the vocabulary's tokens: what an
/// embedding of the meaning alone blurs, such as names. Immutable. Prints without its words.
public final class Words {
    /// Of a text that says nothing readable.
    public static final Words NONE = new Words(new int[0], new float[0]);

    private final int[] tokens;
    private final float[] weights;

    private Words(int[] tokens, float[] weights) {
        this.tokens = tokens;
        this.weights = weights;
    }

    /// The vector brought to length 1. A token that comes more than once counts by its largest
    /// weight.
    ///
    /// @param tokenAndWeight a token in the high half and the bits of its positive weight in the
    ///   low half; sorted here
    static Words of(long[] tokenAndWeight) {
        Arrays.sort(tokenAndWeight);
        int[] tokens = new int[tokenAndWeight.length];
        float[] weights = new float[tokenAndWeight.length];
        int length = 0;
        double squares = 0;
        for (int i = 0; i < tokenAndWeight.length; i++) {
            int token = (int) (tokenAndWeight[i] >>> Integer.SIZE);
            boolean last =
                    i + 1 == tokenAndWeight.length
                            || (int) (tokenAndWeight[i + 1] >>> Integer.SIZE) != token;
            if (last) {
                tokens[length] = token;
                weights[length] = Float.intBitsToFloat((int) tokenAndWeight[i]);
                squares += weights[length] * weights[length];
                length++;
            }
        }
        return length == 0
                ? NONE
                : new Words(
                        Arrays.copyOf(tokens, length), scaled(weights, length, Math.sqrt(squares)));
    }

    private static float[] scaled(float[] weights, int length, double by) {
        float[] scaled = Arrays.copyOf(weights, length);
        for (int i = 0; i < length; i++) {
            scaled[i] = (float) (scaled[i] / by);
        }
        return scaled;
    }

    /// Number of different words.
    public int size() {
        return tokens.length;
    }

    /// A word's token; they ascend.
    public int token(int index) {
        return tokens[index];
    }

    /// A word's share of the vector, above 0.
    public float weight(int index) {
        return weights[index];
    }

    @Override
    public String toString() {
        return "Words[" + tokens.length + "]";
    }
}
