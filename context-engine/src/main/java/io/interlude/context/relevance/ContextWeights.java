package io.interlude.context.relevance;

import io.interlude.context.embedding.WeightedText;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The weights of a conversation's turns.
///
/// @param recency weight of a turn in proportion to the turn after it, 0 (latest only) to 1
/// @param assistant weight of an assistant's turn in proportion to a user's, 0 to 1
public record ContextWeights(double recency, double assistant) {
    /// For an embedder that adds up words: a user's turn is halved by about seven later ones. The
    /// assistant's words count a fifth, as they mostly echo the request or offer what was not
    /// asked.
    public static final ContextWeights STATIC = new ContextWeights(0.9, 0.2);

    /// For one that reads each turn by itself. The assistant's turns are the longest, so the
    /// dearest to read, and hardly change what it finds.
    public static final ContextWeights TRANSFORMER = new ContextWeights(0.85, 0);

    public ContextWeights {
        requireShare("recency", recency);
        requireShare("assistant", assistant);
    }

    private static void requireShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " is not from 0 to 1: " + share);
        }
    }

    /// The turns with their weights, oldest first; the latest user's turn weighs 1 or nearly so.
    /// Where only the assistant speaks, it speaks for the user.
    public List<WeightedText> weigh(Conversation conversation) {
        Deque<WeightedText> parts = new ArrayDeque<>();
        boolean userSpeaks =
                conversation.turns().stream().anyMatch(turn -> turn.speaker() == Speaker.USER);
        double weight = 1;
        for (Turn turn : conversation.turns().reversed()) {
            boolean user = !userSpeaks || turn.speaker() == Speaker.USER;
            parts.addFirst(new WeightedText(turn.text(), user ? weight : weight * assistant));
            weight *= recency;
        }
        return List.copyOf(parts);
    }
}
