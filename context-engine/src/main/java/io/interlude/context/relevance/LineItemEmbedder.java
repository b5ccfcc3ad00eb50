package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import java.util.List;

/// Embeds what line items say about themselves.
public final class LineItemEmbedder {
    private final Embedder embedder;

    public LineItemEmbedder(Embedder embedder) {
        this.embedder = embedder;
    }

    public LineItemEmbedding embed(LineItemTexts texts) {
        List<Embedding> topics =
                texts.topics().stream()
                        .map(embedder::embed)
                        .filter(topic -> !topic.isNone())
                        .toList();
        String copy = String.join(". ", texts.copy());
        return new LineItemEmbedding(
                topics,
                Embedding.middle(topics),
                copy.isBlank() ? Embedding.NONE : embedder.embed(copy));
    }
}
