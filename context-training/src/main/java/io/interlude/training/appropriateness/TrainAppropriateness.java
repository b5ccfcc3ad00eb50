package io.interlude.training.appropriateness;

import io.interlude.context.appropriateness.Concern;
import io.interlude.context.appropriateness.Cues;
import io.interlude.context.appropriateness.NeedTraining;
import io.interlude.context.appropriateness.Training;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
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
                new Training(concern, cues, fast, ContextWeights.STATIC).write(folder);
                new Training(concern, cues, transformer, ContextWeights.TRANSFORMER).write(folder);
            }
            new NeedTraining(fast, ContextWeights.STATIC).write(folder);
            new NeedTraining(transformer, ContextWeights.TRANSFORMER).write(folder);
        }
    }
}
