package io.interlude.context.engine;

import io.interlude.context.appropriateness.JudgedMoment;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.engine.Opinion.Heard;
import io.interlude.context.language.LanguageReader;
import io.interlude.context.language.ReadLanguages;
import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.TextReading;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Reads conversations in this process; only [HttpEmbedder] uses a network. Safe for use by many
/// threads; keeps no text of a conversation.
///
/// Line items are embedded once for each change of a catalogue, by [#index], on the given executor.
/// Until it is done, readings use the index before it: a changed line item is read by its old
/// texts, and a new one is like nothing.
public final class InProcessContextEngine implements ContextEngine, AutoCloseable {
    private final Reader reader;
    private final Opinion opinion;
    private final @Nullable Opinion second;
    private final boolean declines;
    private final WordReader words;
    private final LanguageReader languages;
    private final LineItemIndexer indexer;

    /// @param opinion reads, and judges moments and needs
    /// @param second reads English, and counts as much where a moment in it is judged; null for
    ///   none
    private InProcessContextEngine(
            Reader reader,
            Opinion opinion,
            @Nullable Opinion second,
            boolean declines,
            ContextModels models,
            Executor indexing) {
        this.reader = reader;
        this.opinion = opinion;
        this.second = second;
        this.declines = declines;
        this.words = models.words();
        this.languages = models.languages();
        this.indexer =
                new LineItemIndexer(new LineItemEmbedder(opinion.embedder(), words), indexing);
    }

    /// The scale of an opinion's cosines, and its languages.
    ///
    /// @param languages those that it reads
    /// @param mayBeAbsent true if line items may be unread for long; it then reads no context
    private record Reader(
            RelevanceScale scale,
            double defaultMinRelevance,
            String label,
            ReadLanguages languages,
            boolean mayBeAbsent) {
        static Reader of(EmbedderKind kind) {
            return new Reader(
                    kind.scale(),
                    EmbedderKind.DEFAULT_MIN_RELEVANCE,
                    kind.label(),
                    ReadLanguages.ENGLISH,
                    kind == EmbedderKind.TRANSFORMER);
        }
    }

    /// Loads the models, which takes about a second for the transformer.
    ///
    /// @param indexing runs the embedding of line items, one task after the other
    public static InProcessContextEngine load(ContextSettings settings, Executor indexing) {
        return load(settings, ContextModels.load(), indexing);
    }

    /// An engine that shares models with others. The transformer's throws
    /// [ReaderUnavailableException] while it has not read the org's line items.
    public static InProcessContextEngine load(
            ContextSettings settings, ContextModels models, Executor indexing) {
        boolean fast = settings.embedder() == EmbedderKind.STATIC;
        Opinion opinion =
                fast ? models.byStatic() : models.byTransformer(settings.transformerThreads());
        return new InProcessContextEngine(
                Reader.of(settings.embedder()),
                opinion,
                fast ? null : models.byStatic(),
                settings.appropriateness(),
                models,
                indexing);
    }

    /// An engine whose sense of nearness, and whose judgement of moments and needs, are a model's
    /// that was fitted to what the other engines know.
    public static InProcessContextEngine loadOnnx(
            FittedReader fitted, boolean appropriateness, ContextModels models, Executor indexing) {
        Reader reader =
                new Reader(
                        fitted.scale(),
                        EmbedderKind.DEFAULT_MIN_RELEVANCE,
                        "onnx",
                        fitted.languages(),
                        false);
        return new InProcessContextEngine(
                reader,
                fitted.opinion(models),
                models.byStatic(),
                appropriateness,
                models,
                indexing);
    }

    /// The same with an endpoint's model. It throws [ReaderUnavailableException] when the endpoint
    /// does not read, and while it has not read the org's line items.
    ///
    /// @param minRelevance lowest cosine at which a line item serves that names none of its own;
    ///   null to bring the model's cosines to the scale of the other engines
    public static InProcessContextEngine loadHttp(
            FittedReader fitted,
            @Nullable Double minRelevance,
            boolean appropriateness,
            ContextModels models,
            Executor indexing) {
        Reader reader =
                new Reader(
                        minRelevance == null ? fitted.scale() : RelevanceScale.OWN,
                        minRelevance == null ? EmbedderKind.DEFAULT_MIN_RELEVANCE : minRelevance,
                        "http",
                        fitted.languages(),
                        true);
        return new InProcessContextEngine(
                reader,
                fitted.opinion(models),
                models.byStatic(),
                appropriateness,
                models,
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
        Heard heard = opinion.hear(conversation);
        TextReading text = languages.read(conversation, reader.languages());
        return new ContextReading.Understood(
                text,
                declines ? judgement(heard, conversation, text) : ContextReading.Judgement.ORDINARY,
                indexer.embeddings(catalogue.orgId())
                        .similarity(embedding(heard, text), reader.scale()),
                text.extent() == TextReading.Extent.NONE
                        ? null
                        : opinion.need().need(heard.parts(), heard.meaning()),
                reader.defaultMinRelevance(),
                reader.label());
    }

    /// A model reads something into every text, so what is unread is kept from being like anything.
    private ContextEmbedding embedding(Heard heard, TextReading text) {
        boolean unread = text.extent() == TextReading.Extent.NONE;
        return new ContextEmbedding(
                unread && !reader.languages().equals(ReadLanguages.ENGLISH)
                        ? Embedding.NONE
                        : heard.meaning(),
                words.read(heard.parts()));
    }

    private ContextReading.Judgement judgement(
            Heard heard, Conversation conversation, TextReading text) {
        JudgedMoment first = opinion.judge(heard);
        boolean english =
                reader.languages().equals(ReadLanguages.ENGLISH)
                        || ReadLanguages.ENGLISH.contains(text.language());
        return second == null || !english
                ? first
                : first.with(second.judge(second.hear(conversation)));
    }

    @Override
    public void close() {
        opinion.embedder().close();
    }
}
