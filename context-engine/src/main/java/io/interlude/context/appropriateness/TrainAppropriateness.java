package io.interlude.context.appropriateness;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Learns the weights of [AppropriatenessClassifier] from [Example] and writes them for both
/// embedders. Its one argument is the folder to write to.
///
/// The weights for the static embedder are the same bits on every machine. Those for the
/// transformer depend on how the processor rounds its 8-bit arithmetic.
public final class TrainAppropriateness {
    private TrainAppropriateness() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        Cues cues = Cues.load(tokenizer, vocabulary);
        try (Embedder transformer = new TransformerEmbedder(tokenizer, guard, 1);
                Embedder fast = new StaticEmbedder(tokenizer, StaticModel.load(), guard)) {
            write(folder, fast, train(cues, fast, ContextWeights.STATIC));
            write(folder, transformer, train(cues, transformer, ContextWeights.TRANSFORMER));
        }
    }

    private static void write(Path folder, Embedder embedder, AppropriatenessModel model)
            throws IOException {
        String name = AppropriatenessModel.resource(embedder.dimensions());
        Files.write(folder.resolve(name), model.toBytes());
    }

    static AppropriatenessModel train(Cues cues, Embedder embedder, ContextWeights weights) {
        List<Example> examples = Example.load();
        List<double[]> features = new ArrayList<>();
        for (Example example : examples) {
            List<WeightedText> parts = weights.weigh(example.conversation());
            features.add(
                    AppropriatenessClassifier.features(
                            cues, parts, embedder.embed(parts), embedder.dimensions()));
        }
        Map<SensitiveCategory, double[]> categories = new EnumMap<>(SensitiveCategory.class);
        for (SensitiveCategory category : SensitiveCategory.values()) {
            boolean[] of = new boolean[examples.size()];
            for (int i = 0; i < of.length; i++) {
                of[i] = examples.get(i).category().equals(category.label());
            }
            categories.put(category, LogisticRegression.fit(features, of));
        }
        boolean[] sensitive = new boolean[examples.size()];
        for (int i = 0; i < sensitive.length; i++) {
            sensitive[i] = examples.get(i).isSensitive();
        }
        return new AppropriatenessModel(LogisticRegression.fit(features, sensitive), categories);
    }
}
