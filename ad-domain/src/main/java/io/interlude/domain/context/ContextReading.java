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

    /// An engine's reading of a context.
    ///
    /// @param text the part of it that was read
    /// @param judgement sensitivity of the moment
    /// @param similarity nearness of each line item to it
    /// @param need likelihood, 0 to 1, that the moment carries a need that an ad could answer; null
    ///   where not judged
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

    /// The nearness of line items to one conversation.
    interface Similarity {
        /// Cosine similarity of the conversation's and the line item's embedding, -1 to 1.
        double of(LineItemId lineItemId);
    }

    /// The sensitivity of one moment, if any.
    interface Judgement {
        /// A moment that is not sensitive.
        Judgement ORDINARY = _ -> null;

        /// The strongest of these categories when they make the moment sensitive; null otherwise.
        /// Any other category counts as ordinary talk.
        @Nullable SensitiveCategory category(Set<SensitiveCategory> among);
    }
}
