package io.interlude.context.engine;

import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.appropriateness.JudgedMoment;
import io.interlude.context.appropriateness.NeedModel;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.domain.context.Conversation;
import java.util.List;

/// An embedder, how it hears a conversation, and what judges the moments and needs that it hears.
record Opinion(
        Embedder embedder,
        ContextWeights weights,
        AppropriatenessClassifier classifier,
        NeedModel need) {

    /// A conversation as an embedder takes it in.
    ///
    /// @param parts its turns, with how much each counts
    record Heard(List<WeightedText> parts, Embedding meaning) {}

    Heard hear(Conversation conversation) {
        List<WeightedText> parts = weights.weigh(conversation);
        return new Heard(parts, embedder.embed(parts));
    }

    JudgedMoment judge(Heard heard) {
        return classifier.judge(heard.parts(), heard.meaning());
    }
}
