package io.interlude.context.engine;

import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.appropriateness.NeedModel;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.HttpEmbedder;
import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.language.LanguageReader;
import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.ContextWeights;
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

/// Reads conversations in this process; only [HttpEmbedder] uses a network. Safe for use by many
/// threads; keeps no text of a conversation.
///
/// Line items are embedded once for each change of a catalogue, by [#index], on the given executor.
/// Until it is done, readings use the index before it: a changed line item is read by its old
/// texts, and a new one is like nothing.
public final class InProcessContextEngine implements ContextEngine, AutoCloseable {
    private final Reader reader;
    private final Embedder judged;
    private final WordReader wordReader;
    private final AppropriatenessClassifier classifier;
    private final NeedModel need;
    private final boolean declines;
    private final LanguageReader languages;
    private final LineItemIndexer indexer;

    /// @param judged reads what the classifiers judge; the reader's own, where they know its
    ///   vectors
    private InProcessContextEngine(
            Reader reader,
            Embedder judged,
            WordReader wordReader,
            AppropriatenessClassifier classifier,
            boolean declines,
            LanguageReader languages,
            Executor indexing) {
        this.reader = reader;
        this.judged = judged;
        this.wordReader = wordReader;
        this.classifier = classifier;
        this.need = NeedModel.load(judged);
        this.declines = declines;
        this.languages = languages;
        this.indexer =
                new LineItemIndexer(new LineItemEmbedder(reader.embedder(), wordReader), indexing);
    }

    /// What tells how near line items are.
    ///
    /// @param mayBeAbsent whether line items may be unread for long; it then reads no context
    private record Reader(
            Embedder embedder,
            ContextWeights weights,
            double defaultMinRelevance,
            String label,
            boolean mayBeAbsent) {
        static Reader of(EmbedderKind kind, Embedder embedder) {
            return new Reader(
                    embedder, kind.weights(), kind.defaultMinRelevance(), kind.label(), false);
        }
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
                Reader.of(settings.embedder(), embedder),
                embedder,
                wordReader,
                classifier,
                settings.appropriateness(),
                languages,
                indexing);
    }

    /// An engine whose sense of how near line items are is an endpoint's, and whose judgement of
    /// moments and needs is the static embedder's. It throws [ReaderUnavailableException] when the
    /// endpoint does not read, and while it has not read the org's line items.
    ///
    /// @param minRelevance lowest similarity at which a line item serves that names none of its own
    public static InProcessContextEngine loadHttp(
            HttpEmbedder embedder,
            double minRelevance,
            boolean appropriateness,
            LanguageReader languages,
            Executor indexing) {
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        StaticModel staticModel = StaticModel.load();
        StaticEmbedder judged = new StaticEmbedder(tokenizer, staticModel, guard);
        return new InProcessContextEngine(
                new Reader(embedder, ContextWeights.STATIC, minRelevance, "http", true),
                judged,
                new WordReader(tokenizer, vocabulary, staticModel, guard),
                AppropriatenessClassifier.load(
                        tokenizer, vocabulary, judged, EmbedderKind.STATIC.declineAbove()),
                appropriateness,
                languages,
                indexing);
    }

    @Override
    public CompletableFuture<Void> index(OrgCatalogue catalogue) {
        return indexer.index(catalogue);
    }

    /// The latest turns and the user's own count most.
    @Override
    public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
        if (reader.mayBeAbsent() && indexer.isInWork(catalogue.orgId())) {
            throw new ReaderUnavailableException("line items are not read yet");
        }
        List<WeightedText> parts = reader.weights().weigh(conversation);
        Embedding meaning = reader.embedder().embed(parts);
        Embedding moment = reader.embedder().equals(judged) ? meaning : judged.embed(parts);
        ContextEmbedding reading = new ContextEmbedding(meaning, wordReader.read(parts));
        TextReading text = languages.read(conversation);
        return new ContextReading.Understood(
                text,
                declines ? classifier.judge(parts, moment) : ContextReading.Judgement.ORDINARY,
                indexer.embeddings(catalogue.orgId()).similarity(reading),
                text.extent() == TextReading.Extent.NONE ? null : need.need(parts, moment),
                reader.defaultMinRelevance(),
                reader.label());
    }

    @Override
    public void close() {
        reader.embedder().close();
    }
}
