package io.interlude.context.engine;

import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.appropriateness.NeedModel;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.language.LanguageReader;
import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.TextReading;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/// Reads conversations in this process, without a network. Safe for use by many threads; keeps no
/// text of a conversation.
///
/// Line items are embedded once for each change of a catalogue, by [#index], on the given executor.
/// Until it is done, readings use the index before it: a changed line item is read by its old
/// texts, and a new one is like nothing.
public final class InProcessContextEngine implements ContextEngine, AutoCloseable {
    private final Embedder embedder;
    private final WordReader wordReader;
    private final EmbedderKind kind;
    private final AppropriatenessClassifier classifier;
    private final NeedModel need;
    private final boolean declines;
    private final LanguageReader languages;
    private final LineItemIndexer indexer;

    private InProcessContextEngine(
            Embedder embedder,
            WordReader wordReader,
            AppropriatenessClassifier classifier,
            LanguageReader languages,
            ContextSettings settings,
            Executor indexing) {
        this.embedder = embedder;
        this.wordReader = wordReader;
        this.kind = settings.embedder();
        this.classifier = classifier;
        this.need = NeedModel.load(embedder);
        this.declines = settings.appropriateness();
        this.languages = languages;
        this.indexer = new LineItemIndexer(new LineItemEmbedder(embedder, wordReader), indexing);
    }

    /// Loads the models, which takes about a second for the transformer.
    ///
    /// @param indexing runs the embedding of line items, one task after the other
    public static InProcessContextEngine load(ContextSettings settings, Executor indexing) {
        return load(settings, LanguageReader.load(), indexing);
    }

    /// Loads the models, to read languages with others' reader of them.
    public static InProcessContextEngine load(
            ContextSettings settings, LanguageReader languages, Executor indexing) {
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        StaticModel staticModel = StaticModel.load();
        Embedder embedder =
                switch (settings.embedder()) {
                    case STATIC -> new StaticEmbedder(tokenizer, staticModel, guard);
                    case TRANSFORMER ->
                            new TransformerEmbedder(
                                    tokenizer, guard, settings.transformerThreads());
                };
        AppropriatenessClassifier classifier =
                AppropriatenessClassifier.load(
                        tokenizer, vocabulary, embedder, settings.embedder().declineAbove());
        WordReader wordReader = new WordReader(tokenizer, vocabulary, staticModel, guard);
        return new InProcessContextEngine(
                embedder, wordReader, classifier, languages, settings, indexing);
    }

    @Override
    public CompletableFuture<Void> index(OrgCatalogue catalogue) {
        return indexer.index(catalogue);
    }

    /// The latest turns and the user's own count most.
    @Override
    public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
        List<WeightedText> parts = kind.weights().weigh(conversation);
        Embedding meaning = embedder.embed(parts);
        ContextEmbedding reading = new ContextEmbedding(meaning, wordReader.read(parts));
        TextReading text = languages.read(conversation);
        return new ContextReading.Understood(
                text,
                declines ? classifier.judge(parts, meaning) : ContextReading.Judgement.ORDINARY,
                indexer.embeddings(catalogue.orgId()).similarity(reading),
                text.extent() == TextReading.Extent.NONE ? null : need.need(parts, meaning),
                kind.defaultMinRelevance(),
                kind.label());
    }

    @Override
    public void close() {
        embedder.close();
    }
}
