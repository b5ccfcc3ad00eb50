package io.interlude.context.appropriateness;

import static java.util.Objects.requireNonNull;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.ContextWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Examples of a concern read by an embedder, ready to learn from.
public final class Training {
    /// Strength of the penalty on the squared weights, chosen by cross-validation.
    static final double PENALTY = 3e-4;

    private final Concern concern;
    private final Cues cues;
    private final Embedder embedder;
    private final List<Reading> readings = new ArrayList<>();
    private final Map<String, Integer> categoryToKind = new HashMap<>();

    /// Of the examples that ship with this module.
    public Training(Concern concern, Cues cues, Embedder embedder, ContextWeights weights) {
        this(concern, cues, embedder, weights, Example.load(concern));
    }

    Training(
            Concern concern,
            Cues cues,
            Embedder embedder,
            ContextWeights weights,
            List<Example> examples) {
        this.concern = concern;
        this.cues = cues;
        this.embedder = embedder;
        concern.categories().forEach(category -> kind(category.label()));
        List<List<WeightedText>> turns =
                examples.stream().map(example -> weights.weigh(example.conversation())).toList();
        List<Embedding> embeddings = embedder.embedAll(turns);
        for (int i = 0; i < examples.size(); i++) {
            readings.add(new Reading(examples.get(i), turns.get(i), embeddings.get(i)));
            kind(examples.get(i).category());
        }
    }

    /// An example as a classifier gets to see it.
    private record Reading(Example example, List<WeightedText> turns, Embedding embedding) {}

    private int kind(String category) {
        return categoryToKind.computeIfAbsent(category, _ -> categoryToKind.size());
    }

    /// Writes what all examples teach as the model's file.
    ///
    /// @param folder that is there
    public void write(Path folder) throws IOException {
        String name = AppropriatenessModel.resource(concern, embedder.dimensions());
        Files.write(folder.resolve(name), learn().toBytes());
    }

    /// What all examples teach.
    AppropriatenessModel learn() {
        return learn(readings, PENALTY);
    }

    private AppropriatenessModel learn(List<Reading> from, double penalty) {
        List<double[]> features =
                from.stream()
                        .map(reading ->
                                AppropriatenessClassifier.features(
                                        cues,
                                        reading.turns(),
                                        reading.embedding(),
                                        embedder.dimensions()))
                        .toList();
        int[] kinds =
                from.stream()
                        .mapToInt(r -> requireNonNull(categoryToKind.get(r.example().category())))
                        .toArray();
        int kindCount = categoryToKind.size();
        return new AppropriatenessModel(
                kindCount,
                SoftmaxRegression.fit(
                        features, kinds, kindCount, concern.categories().size(), penalty));
    }

    /// Each example, judged by a classifier that had not seen its theme.
    public List<HeldOut> judgeHeldOut(int folds, double penalty) {
        return IntStream.range(0, folds)
                .parallel()
                .mapToObj(fold -> judgeFold(fold, folds, penalty))
                .flatMap(List::stream)
                .toList();
    }

    /// The log odds that just so many ordinary moments exceed as may be declined.
    ///
    /// @param ordinary log odds of ordinary moments, at least one; sorted here
    /// @param share of them that may be declined
    public static double threshold(double[] ordinary, double share) {
        Arrays.sort(ordinary);
        return ordinary[ordinary.length - 1 - (int) (share * ordinary.length)];
    }

    /// Judges the examples of one fold in `folds` after learning from the others. The examples of a
    /// theme are in one fold, as they tell too much about each other.
    List<HeldOut> judgeFold(int fold, int folds, double penalty) {
        Map<String, Integer> themeToNumber = new HashMap<>();
        List<Reading> others = new ArrayList<>();
        List<Reading> held = new ArrayList<>();
        for (Reading reading : readings) {
            String theme = reading.example().category() + "/" + reading.example().theme();
            int number = themeToNumber.computeIfAbsent(theme, _ -> themeToNumber.size());
            (number % folds == fold ? held : others).add(reading);
        }
        AppropriatenessModel model = learn(others, penalty);
        var judge = new AppropriatenessClassifier.Judge(concern, cues, model);
        var classifier = new AppropriatenessClassifier(List.of(judge), embedder, 0);
        return held.stream()
                .map(r ->
                        new HeldOut(
                                r.example(),
                                concern.covers(r.example()),
                                classifier.judge(r.turns(), r.embedding()).judgement()))
                .toList();
    }

    /// The judgement on an example by a classifier that had not seen its theme.
    ///
    /// @param sensitive whether the example is of a category that was looked for
    public record HeldOut(Example example, boolean sensitive, Appropriateness judgement) {}
}
