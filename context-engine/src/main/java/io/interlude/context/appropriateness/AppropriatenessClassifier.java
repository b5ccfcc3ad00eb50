package io.interlude.context.appropriateness;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.util.List;

/// Judges moments by softmax regression over an embedding and [Cues]: the conversation as a whole
/// and the latest turn of the user's alone, of which the more sensitive counts, so that a cry for
/// help is not drowned by the small talk before it. Safe for use by many threads; keeps no text.
public final class AppropriatenessClassifier {
    /// How much longer than 1 an embedding is made: the regression's penalty then presses its many
    /// small parts less than the cues.
    private static final double EMBEDDING_SCALE = 2;

    private final Cues cues;
    private final AppropriatenessModel model;
    private final Embedder embedder;
    private final double threshold;

    AppropriatenessClassifier(
            Cues cues, AppropriatenessModel model, Embedder embedder, double threshold) {
        this.cues = cues;
        this.model = model;
        this.embedder = embedder;
        this.threshold = threshold;
    }

    /// The classifier for an embedder's vectors.
    ///
    /// @param threshold log odds above which a moment is declined
    public static AppropriatenessClassifier load(
            WordPieceTokenizer tokenizer,
            Vocabulary vocabulary,
            Embedder embedder,
            double threshold) {
        return new AppropriatenessClassifier(
                Cues.load(tokenizer, vocabulary),
                AppropriatenessModel.load(embedder.dimensions()),
                embedder,
                threshold);
    }

    /// Judges the weighed turns of a conversation, whose embedding is given. Turns that say nothing
    /// readable are judged by their cues alone.
    public JudgedMoment judge(List<WeightedText> turns, Embedding embedding) {
        double[] whole = lines(turns, embedding);
        if (turns.size() < 2) {
            return new JudgedMoment(List.of(whole), threshold);
        }
        List<WeightedText> latest = List.of(heaviest(turns));
        return new JudgedMoment(List.of(whole, lines(latest, embedder.embed(latest))), threshold);
    }

    /// The user's latest turn, at full weight.
    private static WeightedText heaviest(List<WeightedText> turns) {
        WeightedText heaviest = turns.getLast();
        for (WeightedText turn : turns.reversed()) {
            heaviest = turn.weight() > heaviest.weight() ? turn : heaviest;
        }
        return new WeightedText(heaviest.text(), 1);
    }

    private double[] lines(List<WeightedText> turns, Embedding embedding) {
        return model.lines(features(cues, turns, embedding, embedder.dimensions()));
    }

    static double[] features(
            Cues cues, List<WeightedText> turns, Embedding embedding, int dimensions) {
        double[] features = new double[dimensions + cues.size()];
        for (int i = 0; i < embedding.dimensions(); i++) {
            features[i] = EMBEDDING_SCALE * embedding.value(i);
        }
        cues.read(turns, features, dimensions);
        return features;
    }
}
