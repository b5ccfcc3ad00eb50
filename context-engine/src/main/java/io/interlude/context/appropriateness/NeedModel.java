package io.interlude.context.appropriateness;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import java.util.Arrays;
import java.util.List;

/// Judges how likely a moment carries a need that an ad could answer: something to buy, book, have
/// repaired, learn or compare. Small talk, sums, jokes, commands to a device, general knowledge,
/// code and texts to be written carry none.
///
/// Softmax regression over the embedding of the conversation as a whole and of the user's latest
/// turn, whose log odds count alike: what was needed is often named early, and whether it still is
/// by the latest turn. Safe for use by many threads; keeps no text.
public final class NeedModel {
    /// The kinds of examples with a need; all others have none.
    static final List<String> NEEDS =
            List.of("buy", "book", "fix", "learn", "money", "health", "work", "watch");

    /// The file of examples.
    static final String EXAMPLES = "need-examples.jsonl";

    private static final double DECIMALS = 1_000;

    private final AppropriatenessModel model;
    private final Embedder embedder;

    NeedModel(AppropriatenessModel model, Embedder embedder) {
        this.model = model;
        this.embedder = embedder;
    }

    /// The model for an embedder's vectors.
    public static NeedModel load(Embedder embedder) {
        return new NeedModel(AppropriatenessModel.load(resource(embedder)), embedder);
    }

    /// The name of its weights' file.
    static String resource(Embedder embedder) {
        return "need-weights-" + embedder.dimensions() + ".bin";
    }

    /// The need in the weighed turns of a conversation, whose embedding is given, from 0 to 1 in
    /// thousandths, so that what is shown is what was compared.
    public double need(List<WeightedText> turns, Embedding meaning) {
        double odds = logOdds(meaning);
        if (turns.size() > 1) {
            Embedding latest = embedder.embed(List.of(AppropriatenessClassifier.heaviest(turns)));
            odds = (odds + logOdds(latest)) / 2;
        }
        return StrictMath.round(DECIMALS / (1 + StrictMath.exp(-odds))) / DECIMALS;
    }

    private double logOdds(Embedding meaning) {
        double[] lines = model.lines(features(meaning, embedder.dimensions()));
        return SoftmaxRegression.logSumExp(lines, 0, NEEDS.size())
                - SoftmaxRegression.logSumExp(lines, NEEDS.size(), lines.length);
    }

    static double[] features(Embedding meaning, int dimensions) {
        double[] features = new double[dimensions];
        Arrays.setAll(
                features,
                i ->
                        i < meaning.dimensions()
                                ? AppropriatenessClassifier.EMBEDDING_SCALE * meaning.value(i)
                                : 0);
        return features;
    }
}
