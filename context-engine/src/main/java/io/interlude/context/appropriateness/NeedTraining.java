package io.interlude.context.appropriateness;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.ContextWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Examples of moments with and without a need, read by an embedder, ready to learn from.
public final class NeedTraining {
    private final Embedder embedder;
    private final List<Reading> readings = new ArrayList<>();
    private final Map<String, Integer> categoryToKind = new LinkedHashMap<>();

    /// Of the examples that ship with this module.
    public NeedTraining(Embedder embedder, ContextWeights weights) {
        this(embedder, weights, Example.read(NeedModel.EXAMPLES));
    }

    NeedTraining(Embedder embedder, ContextWeights weights, List<Example> examples) {
        this.embedder = embedder;
        NeedModel.NEEDS.forEach(this::kind);
        List<List<WeightedText>> turns =
                examples.stream().map(example -> weights.weigh(example.conversation())).toList();
        List<Embedding> embeddings = embedder.embedAll(turns);
        for (int i = 0; i < examples.size(); i++) {
            readings.add(new Reading(examples.get(i), turns.get(i), embeddings.get(i)));
            kind(examples.get(i).category());
        }
    }

    /// An example as the model gets to see it.
    private record Reading(Example example, List<WeightedText> turns, Embedding embedding) {}

    private int kind(String category) {
        return categoryToKind.computeIfAbsent(category, _ -> categoryToKind.size());
    }

    /// Writes what all examples teach as the model's file.
    ///
    /// @param folder that is there
    public void write(Path folder) throws IOException {
        Files.write(folder.resolve(NeedModel.resource(embedder)), learn().toBytes());
    }

    /// What all examples teach.
    AppropriatenessModel learn() {
        return learn(readings, Training.PENALTY);
    }

    private AppropriatenessModel learn(List<Reading> from, double penalty) {
        List<double[]> features =
                from.stream()
                        .map(one -> NeedModel.features(one.embedding(), embedder.dimensions()))
                        .toList();
        int[] kinds = from.stream().mapToInt(one -> kind(one.example().category())).toArray();
        return new AppropriatenessModel(
                categoryToKind.size(),
                SoftmaxRegression.fit(
                        features, kinds, categoryToKind.size(), NeedModel.NEEDS.size(), penalty));
    }

    /// The need of each example, judged after learning from those in the other `folds`.
    public List<HeldOut> judgeHeldOut(int folds, double penalty) {
        List<HeldOut> judged = new ArrayList<>();
        for (int fold = 0; fold < folds; fold++) {
            List<Reading> others = new ArrayList<>();
            List<Reading> held = new ArrayList<>();
            for (int i = 0; i < readings.size(); i++) {
                (i % folds == fold ? held : others).add(readings.get(i));
            }
            NeedModel model = new NeedModel(learn(others, penalty), embedder);
            held.forEach(one ->
                    judged.add(
                            new HeldOut(
                                    one.example().isNeedy(),
                                    model.need(one.turns(), one.embedding()))));
        }
        return judged;
    }

    /// The judgement on an example by a model that had not seen it.
    ///
    /// @param needy whether it was written as one with a need
    public record HeldOut(boolean needy, double need) {}
}
