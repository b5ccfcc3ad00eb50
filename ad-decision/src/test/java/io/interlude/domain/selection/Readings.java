package io.interlude.domain.selection;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Judgement;
import io.interlude.domain.context.ContextReading.Similarity;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.suitability.SensitiveCategory;
import org.jspecify.annotations.Nullable;

/// Contexts as an engine may have read them.
final class Readings {
    private Readings() {}

    /// An ordinary one in English.
    static ContextReading near(Similarity similarity, double defaultMinRelevance) {
        return needing(similarity, null, defaultMinRelevance);
    }

    /// An ordinary one in English, with its need of what an ad could offer.
    static ContextReading needing(
            Similarity similarity, @Nullable Double need, double defaultMinRelevance) {
        return new ContextReading.Understood(
                TextReading.ENGLISH,
                Judgement.ORDINARY,
                similarity,
                need,
                defaultMinRelevance,
                "static");
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
                text, judgement, similarity, null, defaultMinRelevance, "static");
    }
}
