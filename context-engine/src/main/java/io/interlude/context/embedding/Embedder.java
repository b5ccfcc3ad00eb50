package io.interlude.context.embedding;

import java.util.List;

/// Turns a text into a vector of meaning. Implementations are safe for use by many threads and
/// neither keep nor log a text.
public interface Embedder extends AutoCloseable {
    /// Length of the vectors.
    int dimensions();

    /// The unit vector of the parts together, each counting by its weight and its length, or
    /// [Embedding#NONE] when they say nothing that the model can read: they are empty, or hardly a
    /// word of them is English.
    Embedding embed(List<WeightedText> parts);

    /// The vectors of several, in their order, each as [#embed(List)] gives it.
    default List<Embedding> embedAll(List<List<WeightedText>> several) {
        return several.stream().map(this::embed).toList();
    }

    /// The text's unit vector.
    default Embedding embed(String text) {
        return embed(List.of(new WeightedText(text, 1)));
    }

    @Override
    default void close() {}
}
