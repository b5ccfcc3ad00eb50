package io.interlude.domain.context;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.LineItemId;

/// What is known of the conversation when an ad is selected. Never holds the conversation itself.
public sealed interface ContextReading {
    /// Nothing: the request has no context, or no engine reads it. Selection then asks for no
    /// relevance.
    record Unread() implements ContextReading {}

    /// A moment in which no ad is appropriate, such as grief or a health crisis.
    ///
    /// @param category what makes it sensitive, in a word or two that may be shown to a publisher
    record Sensitive(String category) implements ContextReading {
        public Sensitive {
            requireNonNull(category, "category is null");
        }
    }

    /// A moment in which ads may be served, and how near each line item is to it.
    ///
    /// @param defaultMinRelevance lowest similarity at which a line item serves that names none of
    ///   its own, -1 to 1: what counts as near differs between engines
    record Understood(Similarity similarity, double defaultMinRelevance) implements ContextReading {
        public Understood {
            requireNonNull(similarity, "similarity is null");
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
}
