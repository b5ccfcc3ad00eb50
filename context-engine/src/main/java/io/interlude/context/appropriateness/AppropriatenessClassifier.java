package io.interlude.context.appropriateness;

import io.interlude.context.appropriateness.JudgedMoment.View;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Judges moments by softmax regression over an embedding and [Cues], one for each [Concern]: the
/// conversation as a whole and the latest turn of the user's alone, of which the more sensitive
/// counts, so that a cry for help is not drowned by the small talk before it. Safe for use by many
/// threads; keeps no text.
public final class AppropriatenessClassifier {
    /// The length to which an embedding is scaled: the regression's penalty then presses its many
    /// small parts less than the cues.
    static final double EMBEDDING_SCALE = 2;

    private final List<Judge> judges;
    private final Embedder embedder;
    private final double threshold;

    AppropriatenessClassifier(List<Judge> judges, Embedder embedder, double threshold) {
        this.judges = judges;
        this.embedder = embedder;
        this.threshold = threshold;
    }

    /// The judge of one concern.
    record Judge(Concern concern, Cues cues, AppropriatenessModel model) {
        static Judge load(
                Concern concern,
                WordPieceTokenizer tokenizer,
                Vocabulary vocabulary,
                int dimensions) {
            return new Judge(
                    concern,
                    Cues.load(concern, tokenizer, vocabulary),
                    AppropriatenessModel.load(AppropriatenessModel.resource(concern, dimensions)));
        }
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
                Arrays.stream(Concern.values())
                        .map(concern ->
                                Judge.load(concern, tokenizer, vocabulary, embedder.dimensions()))
                        .toList(),
                embedder,
                threshold);
    }

    /// Judges the weighed turns of a conversation, whose embedding is given. Turns that say nothing
    /// readable are judged by their cues alone.
    public JudgedMoment judge(List<WeightedText> turns, Embedding embedding) {
        List<View> views = new ArrayList<>();
        addViews(turns, embedding, views);
        if (turns.size() > 1) {
            List<WeightedText> latest = List.of(heaviest(turns));
            addViews(latest, embedder.embed(latest), views);
        }
        return new JudgedMoment(views, threshold);
    }

    /// The user's latest turn, at full weight.
    static WeightedText heaviest(List<WeightedText> turns) {
        WeightedText heaviest = turns.getLast();
        for (WeightedText turn : turns.reversed()) {
            heaviest = turn.weight() > heaviest.weight() ? turn : heaviest;
        }
        return new WeightedText(heaviest.text(), 1);
    }

    private void addViews(List<WeightedText> turns, Embedding embedding, List<View> views) {
        for (Judge judge : judges) {
            double[] features = features(judge.cues(), turns, embedding, embedder.dimensions());
            views.add(new View(judge.concern(), judge.model().lines(features)));
        }
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
