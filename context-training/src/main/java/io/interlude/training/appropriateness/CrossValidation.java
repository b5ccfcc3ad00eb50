package io.interlude.training.appropriateness;

import io.interlude.context.appropriateness.Concern;
import io.interlude.context.appropriateness.Cues;
import io.interlude.context.appropriateness.NeedTraining;
import io.interlude.context.appropriateness.Training;
import io.interlude.context.appropriateness.Training.HeldOut;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Chooses the penalty and the threshold on this project's own examples: prints, for several
/// penalties, how well themes are judged that were not learned from, and the log odds that a given
/// share of the ordinary examples exceed. Takes no argument.
public final class CrossValidation {
    private static final int FOLDS = 8;
    private static final double[] PENALTIES = {1e-4, 3e-4, 1e-3};

    /// Largest share of the ordinary examples to decline: half of what is allowed in use, as
    /// others' words are stranger to the classifier than ours.
    private static final double FALSE_DECLINES = 0.025;

    private CrossValidation() {}

    public static void main(String[] arguments) {
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        IO.println(
                "| concern | embedder | penalty | recall | at log odds |\n|---|---|---|---|---|");
        try (Embedder fast = new StaticEmbedder(tokenizer, StaticModel.load(), guard);
                Embedder transformer = new TransformerEmbedder(tokenizer, guard, 1)) {
            for (Concern concern : Concern.values()) {
                Cues cues = Cues.load(concern, tokenizer, vocabulary);
                var byStatic = new Training(concern, cues, fast, ContextWeights.STATIC);
                var byTransformer =
                        new Training(concern, cues, transformer, ContextWeights.TRANSFORMER);
                print(concern + " | static", List.of(byStatic));
                print(concern + " | transformer, both", List.of(byTransformer, byStatic));
            }
            IO.println("\n| need | penalty | with a need, 0.5 or more | without, 0.5 or more |");
            IO.println("|---|---|---|---|");
            print("static", new NeedTraining(fast, ContextWeights.STATIC));
            print("transformer", new NeedTraining(transformer, ContextWeights.TRANSFORMER));
        }
    }

    private static void print(String name, NeedTraining training) {
        for (double penalty : PENALTIES) {
            List<NeedTraining.HeldOut> judged = training.judgeHeldOut(FOLDS, penalty);
            IO.println(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.0e | %.3f | %.3f |",
                            name,
                            penalty,
                            shareOfNeed(judged, true),
                            shareOfNeed(judged, false)));
        }
    }

    private static double shareOfNeed(List<NeedTraining.HeldOut> judged, boolean needy) {
        return judged.stream()
                .filter(one -> one.needy() == needy)
                .mapToInt(one -> one.need() >= 0.5 ? 1 : 0)
                .average()
                .orElse(0);
    }

    private static void print(String name, List<Training> trainings) {
        for (double penalty : PENALTIES) {
            List<List<HeldOut>> all =
                    trainings.stream()
                            .map(training -> training.judgeHeldOut(FOLDS, penalty))
                            .toList();
            double[] ordinary = scores(all, false);
            double[] sensitive = scores(all, true);
            double threshold = Training.threshold(ordinary, FALSE_DECLINES);
            double recall =
                    Arrays.stream(sensitive).filter(score -> score > threshold).count()
                            / (double) sensitive.length;
            IO.println(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.0e | %.3f | %.2f |",
                            name,
                            penalty,
                            recall,
                            threshold));
        }
    }

    /// The mean of the log odds of those who judged, who judged the same examples in one order.
    private static double[] scores(List<List<HeldOut>> all, boolean sensitive) {
        List<HeldOut> first = all.getFirst();
        return IntStream.range(0, first.size())
                .filter(i -> first.get(i).sensitive() == sensitive)
                .mapToDouble(i ->
                        all.stream()
                                .mapToDouble(judged -> judged.get(i).judgement().score())
                                .average()
                                .orElseThrow())
                .toArray();
    }
}
