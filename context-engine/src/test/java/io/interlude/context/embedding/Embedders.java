package io.interlude.context.embedding;

import io.interlude.context.engine.EmbedderKind;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;

/// The embedders that ship with this module, loaded once for all tests.
public final class Embedders {
    public static final Vocabulary VOCABULARY = Vocabulary.load();
    public static final WordPieceTokenizer TOKENIZER = new WordPieceTokenizer(VOCABULARY);
    private static final EnglishGuard GUARD = new EnglishGuard(VOCABULARY);
    private static final StaticModel MODEL = StaticModel.load();
    public static final Embedder STATIC = new StaticEmbedder(TOKENIZER, MODEL, GUARD);
    public static final Embedder TRANSFORMER = new TransformerEmbedder(TOKENIZER, GUARD, 1);

    public static final WordReader WORDS = new WordReader(TOKENIZER, VOCABULARY, MODEL, GUARD);

    private Embedders() {}

    /// The embedder of a kind.
    public static Embedder of(EmbedderKind kind) {
        return kind == EmbedderKind.STATIC ? STATIC : TRANSFORMER;
    }
}
