package io.interlude.context.appropriateness;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Learns the weights of [AppropriatenessClassifier] and [NeedModel] from [Example] and writes them
/// for both embedders. Its one argument is the folder to write to.
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
        try (Embedder transformer = new TransformerEmbedder(tokenizer, guard, 1);
                Embedder fast = new StaticEmbedder(tokenizer, StaticModel.load(), guard)) {
            for (Concern concern : Concern.values()) {
                Cues cues = Cues.load(concern, tokenizer, vocabulary);
                var forStatic = new Training(concern, cues, fast, ContextWeights.STATIC);
                write(folder, concern, fast, forStatic);
                var forTransformer =
                        new Training(concern, cues, transformer, ContextWeights.TRANSFORMER);
                write(folder, concern, transformer, forTransformer);
            }
            writeNeed(folder, fast, ContextWeights.STATIC);
            writeNeed(folder, transformer, ContextWeights.TRANSFORMER);
        }
    }

    private static void writeNeed(Path folder, Embedder embedder, ContextWeights weights)
            throws IOException {
        Files.write(
                folder.resolve(NeedModel.resource(embedder)),
                new NeedTraining(embedder, weights).learn().toBytes());
    }

    private static void write(Path folder, Concern concern, Embedder embedder, Training training)
            throws IOException {
        String name = AppropriatenessModel.resource(concern, embedder.dimensions());
        Files.write(folder.resolve(name), training.learn().toBytes());
    }
}
