package io.interlude.context.embedding;

import java.util.Arrays;

/// The vector of a text from those of its tokens.
enum Pooling {
    /// Their mean.
    MEAN,
    /// That of the first token, which stands for the text.
    CLS,
    /// The largest number in each dimension.
    MAX,
    /// That of the last token.
    LASTTOKEN;

    /// @param hidden one row for each token
    float[] pool(float[] hidden, int dimensions) {
        int tokens = hidden.length / dimensions;
        return switch (this) {
            case CLS -> Arrays.copyOf(hidden, dimensions);
            case LASTTOKEN ->
                    Arrays.copyOfRange(hidden, (tokens - 1) * dimensions, tokens * dimensions);
            case MEAN -> mean(hidden, dimensions, tokens);
            case MAX -> max(hidden, dimensions, tokens);
        };
    }

    private static float[] mean(float[] hidden, int dimensions, int tokens) {
        float[] mean = new float[dimensions];
        for (int i = 0; i < hidden.length; i++) {
            mean[i % dimensions] += hidden[i] / tokens;
        }
        return mean;
    }

    private static float[] max(float[] hidden, int dimensions, int tokens) {
        float[] max = Arrays.copyOf(hidden, dimensions);
        for (int i = dimensions; i < tokens * dimensions; i++) {
            max[i % dimensions] = Math.max(max[i % dimensions], hidden[i]);
        }
        return max;
    }
}
