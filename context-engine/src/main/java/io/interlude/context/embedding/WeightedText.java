package io.interlude.context.embedding;

import static java.util.Objects.requireNonNull;

/// A part of a longer text and how much it counts. Prints without its words.
///
/// @param weight 0 (not at all) and up, in proportion to the other parts'
public record WeightedText(String text, double weight) {
    public WeightedText {
        requireNonNull(text, "text is null");
        if (!(weight >= 0 && weight <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("weight is not a number from 0: " + weight);
        }
    }

    @Override
    public String toString() {
        return "WeightedText[redacted, " + weight + "]";
    }
}
