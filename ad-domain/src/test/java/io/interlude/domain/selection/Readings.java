package io.interlude.domain.selection;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Judgement;
import io.interlude.domain.context.ContextReading.Similarity;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.suitability.SensitiveCategory;

/// Contexts as an engine may have read them.
final class Readings {
    private Readings() {}

    /// An ordinary one in English.
    static ContextReading near(Similarity similarity, double defaultMinRelevance) {
        return reading(TextReading.ENGLISH, Judgement.ORDINARY, similarity, defaultMinRelevance);
    }

    /// One of a sensitive moment, in English.
    static ContextReading sensitive(SensitiveCategory category) {
        return reading(
                TextReading.ENGLISH,
                among -> among.contains(category) ? category : null,
                _ -> 0.5,
                0.3);
    }

    /// One in a language that cannot be read.
    static ContextReading unread(String language) {
        return reading(
                new TextReading(TextReading.Extent.NONE, language),
                Judgement.ORDINARY,
                _ -> 0,
                0.3);
    }

    private static ContextReading reading(
            TextReading text,
            Judgement judgement,
            Similarity similarity,
            double defaultMinRelevance) {
        return new ContextReading.Understood(
                text, judgement, similarity, defaultMinRelevance, "static");
    }
}
