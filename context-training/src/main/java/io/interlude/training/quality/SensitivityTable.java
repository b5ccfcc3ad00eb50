package io.interlude.training.quality;

import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.appropriateness.JudgedMoment;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import io.interlude.training.quality.LabelledData.SensitivityRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Prints how well sensitive moments are told from ordinary ones, as a whole and by category, and
/// what a judgement costs.
final class SensitivityTable {
    private static final int TURNS = 8;

    private final List<SensitivityRow> rows;
    private final Vocabulary vocabulary;
    private final WordPieceTokenizer tokenizer;

    SensitivityTable(
            List<SensitivityRow> rows, Vocabulary vocabulary, WordPieceTokenizer tokenizer) {
        this.rows = rows;
        this.vocabulary = vocabulary;
        this.tokenizer = tokenizer;
    }

    void print(Function<EmbedderKind, Embedder> embedders) {
        Map<String, SensitivityQuality> qualities = new LinkedHashMap<>();
        qualities.put("word list", SensitivityQuality.measure(rows, new WordList(), 0));
        for (EmbedderKind kind : EmbedderKind.values()) {
            qualities.put(kind.label(), measure(kind, embedders));
        }
        IO.println(
                "\n| appropriateness | AUC | within-source AUC | recall at 5 % false declines "
                        + "| recall as served | false declines as served |");
        IO.println("|---|---|---|---|---|---|");
        qualities.forEach((name, quality) ->
                printRow(
                        name,
                        3,
                        quality.auc(),
                        quality.withinSourceAuc(),
                        quality.recallAt5Percent(),
                        quality.recall(),
                        quality.falseDeclines()));
        printCategories(qualities);
        printCost(embedders.apply(EmbedderKind.STATIC));
    }

    /// The transformer's judgement counts half, and the static embedder's the other half.
    private SensitivityQuality measure(
            EmbedderKind kind, Function<EmbedderKind, Embedder> embedders) {
        Function<Conversation, JudgedMoment> judge = judge(kind, embedders.apply(kind));
        Function<Conversation, JudgedMoment> byStatic =
                judge(EmbedderKind.STATIC, embedders.apply(EmbedderKind.STATIC));
        return SensitivityQuality.measure(
                rows,
                context -> judge.apply(context).with(byStatic.apply(context)).judgement().score(),
                kind.declineAbove());
    }

    private Function<Conversation, JudgedMoment> judge(EmbedderKind kind, Embedder embedder) {
        AppropriatenessClassifier classifier = classifier(kind, embedder);
        return context -> {
            List<WeightedText> parts = kind.weights().weigh(context);
            return classifier.judge(parts, embedder.embed(parts));
        };
    }

    private AppropriatenessClassifier classifier(EmbedderKind kind, Embedder embedder) {
        return AppropriatenessClassifier.load(tokenizer, vocabulary, embedder, kind.declineAbove());
    }

    private void printCategories(Map<String, SensitivityQuality> qualities) {
        Map<String, Long> sizes =
                rows.stream()
                        .collect(
                                Collectors.groupingBy(
                                        SensitivityRow::labelAndCategory,
                                        TreeMap::new,
                                        Collectors.counting()));
        IO.println(
                qualities.keySet().stream()
                        .collect(
                                Collectors.joining(
                                        " | ", "\n| declined as served | rows | ", " |")));
        IO.println("|---|---|" + "---|".repeat(qualities.size()));
        sizes.forEach((category, size) ->
                printRow(
                        category + " | " + size,
                        2,
                        qualities.values().stream()
                                .mapToDouble(q -> q.served().getOrDefault(category, 0.0))
                                .toArray()));
    }

    /// A kilobyte in eight turns: embedded, and embedded and judged.
    private void printCost(Embedder embedder) {
        String text = EmbedTiming.bytes(1_024 / TURNS);
        List<WeightedText> turns =
                EmbedderKind.STATIC
                        .weights()
                        .weigh(
                                new Conversation(
                                        Collections.nCopies(TURNS, new Turn(Speaker.USER, text))));
        AppropriatenessClassifier classifier = classifier(EmbedderKind.STATIC, embedder);
        IO.println("\n| static, 1 KB in eight turns | median microseconds |\n|---|---|");
        printRow("embedding", 1, EmbedTiming.medianMicros(() -> embedder.embed(turns)));
        printRow(
                "embedding and judgement",
                1,
                EmbedTiming.medianMicros(() -> classifier.judge(turns, embedder.embed(turns))));
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
