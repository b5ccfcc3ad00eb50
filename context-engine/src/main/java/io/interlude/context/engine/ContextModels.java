package io.interlude.context.engine;

import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.appropriateness.NeedModel;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.language.LanguageReader;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;

/// The models that all engines of a process share, so that each is in memory once.
public final class ContextModels {
    private final Vocabulary vocabulary = Vocabulary.load();
    private final WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
    private final EnglishGuard guard = new EnglishGuard(vocabulary);
    private final LanguageReader languages = LanguageReader.load();
    private final WordReader words;
    private final Opinion byStatic;

    private ContextModels() {
        StaticModel table = StaticModel.load();
        words = new WordReader(tokenizer, vocabulary, table, guard);
        byStatic = opinion(new StaticEmbedder(tokenizer, table, guard), EmbedderKind.STATIC);
    }

    /// Loads what every engine needs, which takes some 200 ms.
    public static ContextModels load() {
        return new ContextModels();
    }

    /// Tells how much of a conversation can be read.
    public LanguageReader languages() {
        return languages;
    }

    WordPieceTokenizer tokenizer() {
        return tokenizer;
    }

    WordReader words() {
        return words;
    }

    /// Of the static table.
    Opinion byStatic() {
        return byStatic;
    }

    /// Of a transformer of its own, which takes about a second to load.
    Opinion byTransformer(int threads) {
        return opinion(
                new TransformerEmbedder(tokenizer, guard, threads), EmbedderKind.TRANSFORMER);
    }

    private Opinion opinion(Embedder embedder, EmbedderKind kind) {
        return new Opinion(
                embedder,
                kind.weights(),
                AppropriatenessClassifier.load(
                        tokenizer, vocabulary, embedder, kind.declineAbove()),
                NeedModel.load(embedder));
    }
}
