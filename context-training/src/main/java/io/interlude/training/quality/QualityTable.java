package io.interlude.training.quality;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.LineItemBlock;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.context.relevance.LineItemEmbedding;
import io.interlude.context.relevance.LineItemTexts;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Prints what the embedders and their baselines are worth and cost. Its one argument is a folder
/// of labelled conversations (see [LabelledData]).
public final class QualityTable {
    private static final int THREADS = 2;

    private QualityTable() {}

    public static void main(String[] arguments) throws IOException {
        LabelledData data = LabelledData.read(Path.of(arguments[0]));
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        IO.println(
                "| relevance | recall@1 | after a switch | nDCG@5 | no-match AUC "
                        + "| right at 5 % false fill | its threshold "
                        + "| right as served | false fills as served |");
        IO.println("|---|---|---|---|---|---|---|---|---|");
        print("BM25", RelevanceQuality.measure(data, new Bm25(data.ads()), 0));
        StaticModel model = StaticModel.load();
        WordReader words = new WordReader(tokenizer, vocabulary, model, guard);
        try (Embedder fast = new StaticEmbedder(tokenizer, model, guard);
                Embedder transformer = new TransformerEmbedder(tokenizer, guard, THREADS)) {
            RelevanceQuality.Scorer byTransformer =
                    scorer(data, transformer, EmbedderKind.TRANSFORMER, words);
            RelevanceQuality.Scorer byStatic = scorer(data, fast, EmbedderKind.STATIC, words);
            print(
                    "transformer",
                    RelevanceQuality.measure(
                            data, byTransformer, EmbedderKind.DEFAULT_MIN_RELEVANCE));
            print(
                    "static",
                    RelevanceQuality.measure(data, byStatic, EmbedderKind.DEFAULT_MIN_RELEVANCE));
            NeedTable.printHeader();
            NeedTable need = new NeedTable(data);
            need.print(EmbedderKind.TRANSFORMER, transformer, byTransformer);
            need.print(EmbedderKind.STATIC, fast, byStatic);
            new SensitivityTable(data.sensitivity(), vocabulary, tokenizer)
                    .print(kind -> kind == EmbedderKind.STATIC ? fast : transformer);
            IO.println("\n| median microseconds | 20 words | 1 KB | 4 KB |");
            IO.println("|---|---|---|---|");
            printTimes("transformer", transformer);
            printTimes("static", fast);
        }
    }

    private static RelevanceQuality.Scorer scorer(
            LabelledData data, Embedder embedder, EmbedderKind kind, WordReader words) {
        LineItemEmbedder lineItems = new LineItemEmbedder(embedder, words);
        List<LineItemEmbedding> ads =
                data.ads().stream()
                        .map(ad ->
                                lineItems.embed(
                                        new LineItemTexts(
                                                ad.topics(),
                                                List.of(ad.title(), ad.description()))))
                        .toList();
        LineItemBlock block = LineItemBlock.of(ads);
        return context -> {
            List<WeightedText> parts = kind.weights().weigh(context);
            float[] similarities =
                    block.similarities(
                            new ContextEmbedding(embedder.embed(parts), words.read(parts)));
            return IntStream.range(0, similarities.length)
                    .mapToDouble(ad -> kind.scale().of(similarities[ad]))
                    .toArray();
        };
    }

    private static void print(String name, RelevanceQuality quality) {
        printRow(
                name,
                3,
                quality.recallAt1(),
                quality.switched(),
                quality.ndcg5(),
                quality.noMatchAuc(),
                quality.rightAt5PercentFalse(),
                quality.threshold(),
                quality.right(),
                quality.falseFills());
    }

    private static void printTimes(String name, Embedder embedder) {
        printRow(
                name,
                1,
                EmbedTiming.medianMicros(embedder, EmbedTiming.twentyWords()),
                EmbedTiming.medianMicros(embedder, EmbedTiming.bytes(1_024)),
                EmbedTiming.medianMicros(embedder, EmbedTiming.bytes(4_096)));
    }

    private static void printRow(String name, int decimals, double... cells) {
        IO.println(
                Arrays.stream(cells)
                        .mapToObj(cell ->
                                BigDecimal.valueOf(cell)
                                        .setScale(decimals, RoundingMode.HALF_UP)
                                        .toPlainString())
                        .collect(Collectors.joining(" | ", "| " + name + " | ", " |")));
    }
}
