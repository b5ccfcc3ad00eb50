package io.interlude.training.quality;

import io.interlude.context.appropriateness.NeedModel;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.Conversation;
import io.interlude.training.quality.LabelledData.RelevanceRow;
import io.interlude.training.quality.RelevanceQuality.Scorer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Prints what a least need changes: how many of the moments that an ad fits are still filled and
/// right, and how many of those that none fits are still filled.
final class NeedTable {
    private static final double[] LEAST = {0, 0.05, 0.1, 0.2, 0.3, 0.5};

    private final LabelledData data;

    NeedTable(LabelledData data) {
        this.data = data;
    }

    static void printHeader() {
        IO.println(
                "\n| need | no-match AUC of need alone | at least "
                        + "| right as served | false fills as served |");
        IO.println("|---|---|---|---|---|");
    }

    void print(EmbedderKind kind, Embedder embedder, Scorer relevance) {
        NeedModel model = NeedModel.load(embedder);
        double auc =
                Metrics.auc(
                        needs(kind, embedder, model, true), needs(kind, embedder, model, false));
        for (double least : LEAST) {
            Scorer gated =
                    context -> {
                        double[] scores = relevance.scores(context);
                        if (need(kind, embedder, model, context) < least) {
                            Arrays.setAll(scores, i -> scores[i] - 2);
                        }
                        return scores;
                    };
            RelevanceQuality quality =
                    RelevanceQuality.measure(data, gated, EmbedderKind.DEFAULT_MIN_RELEVANCE);
            IO.println(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.3f | %.2f | %.3f | %.3f |",
                            kind.label(),
                            auc,
                            least,
                            quality.right(),
                            quality.falseFills()));
        }
    }

    private double[] needs(EmbedderKind kind, Embedder embedder, NeedModel model, boolean fitting) {
        return data.relevance().stream()
                .filter(row -> row.relevant().isEmpty() != fitting)
                .map(RelevanceRow::context)
                .mapToDouble(context -> need(kind, embedder, model, context))
                .toArray();
    }

    private static double need(
            EmbedderKind kind, Embedder embedder, NeedModel model, Conversation context) {
        List<WeightedText> parts = kind.weights().weigh(context);
        return model.need(parts, embedder.embed(parts));
    }
}
