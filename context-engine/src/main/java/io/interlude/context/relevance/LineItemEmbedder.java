package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.WordReader;
import java.util.List;
import java.util.stream.Stream;

/// Embeds what line items say about themselves.
public final class LineItemEmbedder {
    private final Embedder embedder;
    private final WordReader wordReader;

    public LineItemEmbedder(Embedder embedder, WordReader wordReader) {
        this.embedder = embedder;
        this.wordReader = wordReader;
    }

    public LineItemEmbedding embed(LineItemTexts texts) {
        List<Embedding> topics =
                texts.topics().stream()
                        .map(embedder::embed)
                        .filter(topic -> !topic.isNone())
                        .toList();
        String copy = String.join(". ", texts.copy());
        List<WeightedText> all =
                Stream.concat(texts.topics().stream(), Stream.of(copy))
                        .map(text -> new WeightedText(text, 1))
                        .toList();
        return LineItemEmbedding.of(
                topics,
                copy.isBlank() ? Embedding.NONE : embedder.embed(copy),
                wordReader.read(all));
    }
}
