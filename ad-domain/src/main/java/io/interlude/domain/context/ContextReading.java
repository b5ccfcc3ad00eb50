package io.interlude.domain.context;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.suitability.SensitiveCategory;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The knowledge of the conversation when an ad is selected. Never holds the conversation itself.
public sealed interface ContextReading {
    /// Nothing: the request has no context. Selection then asks for no relevance.
    record NoContext() implements ContextReading {}

    /// What an engine made of a context.
    ///
    /// @param text how much of it was read
    /// @param judgement whether the moment is sensitive
    /// @param similarity how near each line item is to it
    /// @param need how likely the moment carries a need that an ad could answer, 0 to 1; null where
    ///   that was not judged
    /// @param defaultMinRelevance lowest similarity at which a line item serves that names none of
    ///   its own, -1 to 1: what counts as near differs between engines
    /// @param embedder name of the engine's reader, as the setting has it
    record Understood(
            TextReading text,
            Judgement judgement,
            Similarity similarity,
            @Nullable Double need,
            double defaultMinRelevance,
            String embedder)
            implements ContextReading {
        public Understood {
            requireNonNull(text, "text is null");
            requireNonNull(judgement, "judgement is null");
            requireNonNull(similarity, "similarity is null");
            requireNonNull(embedder, "embedder is null");
            if (!(defaultMinRelevance >= -1 && defaultMinRelevance <= 1)) {
                throw new IllegalArgumentException(
                        "defaultMinRelevance is not from -1 to 1: " + defaultMinRelevance);
            }
        }
    }

    /// How near line items are to one conversation.
    interface Similarity {
        /// Cosine similarity of the conversation's and the line item's embedding, -1 to 1.
        double of(LineItemId lineItemId);
    }

    /// What makes one moment sensitive, if anything does.
    interface Judgement {
        /// A moment that is not sensitive.
        Judgement ORDINARY = _ -> null;

        /// The strongest of these categories when they make the moment sensitive; null otherwise.
        /// Any other category counts as ordinary talk.
        @Nullable SensitiveCategory category(Set<SensitiveCategory> among);
    }
}
