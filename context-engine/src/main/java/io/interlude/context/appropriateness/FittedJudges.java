package io.interlude.context.appropriateness;

import io.interlude.context.appropriateness.AppropriatenessClassifier.Judge;
import io.interlude.context.appropriateness.Training.HeldOut;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.language.ReadLanguages;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Models of moments and needs that were learned here, by the vectors of a reader that did not
/// ship, with the threshold that its log odds ask for. There are no cues: those are English, and
/// what they tell would be missed in other languages.
///
/// The same vectors give the same models to the bit.
public final class FittedJudges {
    /// Fewest ordinary examples in the languages that are read from which a threshold is drawn.
    private static final int ENOUGH = 40;

    /// Groups of themes, each of which is judged by what the others taught.
    private static final int FOLDS = 4;

    /// Largest share of the ordinary examples that is declined. It may be no smaller where few
    /// examples are in the language that is read, as what is missed costs more.
    private static final double FALSE_DECLINES = 0.05;

    private final Map<Concern, AppropriatenessModel> concernToModel;
    private final AppropriatenessModel need;
    private final double threshold;

    private FittedJudges(
            Map<Concern, AppropriatenessModel> concernToModel,
            AppropriatenessModel need,
            double threshold) {
        this.concernToModel = new EnumMap<>(concernToModel);
        this.need = need;
        this.threshold = threshold;
    }

    /// Learns from the examples that ship, which takes a minute or more.
    ///
    /// @param progress is told what is done, in words for a log
    public static FittedJudges fit(
            Embedder embedder,
            ContextWeights weights,
            ReadLanguages languages,
            WordPieceTokenizer tokenizer,
            Consumer<String> progress) {
        Cues none = Cues.none(tokenizer);
        Map<Concern, AppropriatenessModel> models = new EnumMap<>(Concern.class);
        double threshold = 0;
        for (Concern concern : Concern.values()) {
            List<Example> examples = Example.load(concern, languages);
            Training training = new Training(concern, none, embedder, weights, examples);
            progress.accept(examples.size() + " examples read");
            if (concern == Concern.DISTRESS) {
                threshold = threshold(training, languages);
                progress.accept("threshold found");
            }
            models.put(concern, training.learn());
            progress.accept(models.size() + " of 3 models learned");
        }
        List<Example> needs = Example.loadNeeds(languages);
        AppropriatenessModel need = new NeedTraining(embedder, weights, needs).learn();
        progress.accept("3 of 3 models learned");
        return new FittedJudges(models, need, threshold);
    }

    /// By the ordinary examples in the languages that are read; where those are few, by all.
    private static double threshold(Training training, ReadLanguages languages) {
        List<HeldOut> ordinary =
                training.judgeHeldOut(FOLDS, Training.PENALTY).stream()
                        .filter(judged -> !judged.sensitive())
                        .toList();
        List<HeldOut> read =
                ordinary.stream()
                        .filter(judged -> languages.contains(judged.example().language()))
                        .toList();
        List<HeldOut> enough = read.size() < ENOUGH ? ordinary : read;
        return Training.threshold(
                enough.stream().mapToDouble(judged -> judged.judgement().score()).toArray(),
                FALSE_DECLINES);
    }

    /// Log odds above which a moment is declined.
    public double threshold() {
        return threshold;
    }

    /// What judges moments by the reader's vectors.
    public AppropriatenessClassifier classifier(Embedder embedder, WordPieceTokenizer tokenizer) {
        Cues none = Cues.none(tokenizer);
        List<Judge> judges = new ArrayList<>();
        concernToModel.forEach((concern, model) -> judges.add(new Judge(concern, none, model)));
        return new AppropriatenessClassifier(judges, embedder, threshold);
    }

    /// What judges needs by them.
    public NeedModel need(Embedder embedder) {
        return new NeedModel(need, embedder);
    }

    /// Whether the models take vectors of this length.
    public boolean takes(int dimensions) {
        return need.features() == dimensions
                && concernToModel.values().stream()
                        .allMatch(model -> model.features() == dimensions);
    }

    /// Writes what [#read] reads.
    public void write(DataOutputStream out) throws IOException {
        out.writeDouble(threshold);
        for (AppropriatenessModel model : concernToModel.values()) {
            out.write(model.toBytes());
        }
        out.write(need.toBytes());
    }

    public static FittedJudges read(DataInputStream in) throws IOException {
        double threshold = in.readDouble();
        Map<Concern, AppropriatenessModel> models = new EnumMap<>(Concern.class);
        for (Concern concern : Concern.values()) {
            models.put(concern, AppropriatenessModel.read(in));
        }
        return new FittedJudges(models, AppropriatenessModel.read(in), threshold);
    }
}
