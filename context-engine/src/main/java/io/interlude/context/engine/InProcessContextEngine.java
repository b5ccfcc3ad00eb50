package io.interlude.context.engine;

import io.interlude.context.appropriateness.Appropriateness;
import io.interlude.context.appropriateness.AppropriatenessClassifier;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticEmbedder;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.LineItemEmbeddings.Entry;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.context.relevance.LineItemTexts;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// Reads conversations in this process, without a network. Safe for use by many threads; keeps no
/// text of a conversation.
///
/// Line items are embedded once for each change of a catalogue, on the given executor: a call of
/// [#index] when the catalogue changes keeps that off the request path, and a reading that finds
/// its catalogue newer than the index asks for it too. Until it is done, readings use the index
/// before it, in which a new line item is like nothing.
public final class InProcessContextEngine implements ContextEngine, AutoCloseable {
    private final Embedder embedder;
    private final EmbedderKind kind;
    private final AppropriatenessClassifier classifier;
    private final boolean declines;
    private final LineItemEmbedder lineItemEmbedder;
    private final Executor indexing;
    private final Map<OrgId, LineItemEmbeddings> orgToEmbeddings = new ConcurrentHashMap<>();
    private final Set<OrgId> inWork = ConcurrentHashMap.newKeySet();

    private InProcessContextEngine(
            Embedder embedder,
            AppropriatenessClassifier classifier,
            ContextSettings settings,
            Executor indexing) {
        this.embedder = embedder;
        this.kind = settings.embedder();
        this.classifier = classifier;
        this.declines = settings.appropriateness();
        this.lineItemEmbedder = new LineItemEmbedder(embedder);
        this.indexing = indexing;
    }

    /// Loads the models, which takes about a second for the transformer.
    ///
    /// @param indexing runs the embedding of line items; with the static embedder, which needs some
    ///   20 microseconds for a line item, it may run in the calling thread
    public static InProcessContextEngine load(ContextSettings settings, Executor indexing) {
        Vocabulary vocabulary = Vocabulary.load();
        WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
        EnglishGuard guard = new EnglishGuard(vocabulary);
        Embedder embedder =
                switch (settings.embedder()) {
                    case STATIC -> new StaticEmbedder(tokenizer, StaticModel.load(), guard);
                    case TRANSFORMER ->
                            new TransformerEmbedder(
                                    tokenizer, guard, settings.transformerThreads());
                };
        AppropriatenessClassifier classifier =
                AppropriatenessClassifier.load(
                        tokenizer, vocabulary, embedder, settings.embedder().declineAbove());
        return new InProcessContextEngine(embedder, classifier, settings, indexing);
    }

    /// Embeds the catalogue's line items that changed since the last call for its org, in the
    /// calling thread, and reads with them from now on.
    public LineItemEmbeddings index(OrgCatalogue catalogue) {
        return orgToEmbeddings.merge(
                catalogue.orgId(),
                embed(catalogue, embeddings(catalogue.orgId())),
                (before, after) -> after.revision() >= before.revision() ? after : before);
    }

    private LineItemEmbeddings embeddings(OrgId orgId) {
        return orgToEmbeddings.getOrDefault(orgId, LineItemEmbeddings.NONE);
    }

    private LineItemEmbeddings embed(OrgCatalogue catalogue, LineItemEmbeddings before) {
        Map<LineItemId, Entry> entries = new HashMap<>();
        for (Candidate candidate : catalogue.lineItems()) {
            if (!candidate.lineItem().context().topics().isEmpty()) {
                LineItemId id = candidate.lineItem().id();
                LineItemTexts texts = CreativeTexts.of(candidate);
                entries.put(
                        id,
                        before.entry(id)
                                .filter(entry -> entry.texts().equals(texts))
                                .orElseGet(() -> new Entry(texts, lineItemEmbedder.embed(texts))));
            }
        }
        return new LineItemEmbeddings(catalogue.revision(), entries);
    }

    /// The latest turns and the user's own count most.
    @Override
    public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
        List<WeightedText> parts = kind.weights().weigh(conversation);
        Embedding reading = embedder.embed(parts);
        if (declines) {
            Appropriateness judgement = classifier.judge(parts, reading);
            if (judgement.declined()) {
                return new ContextReading.Sensitive(judgement.category().label());
            }
        }
        LineItemEmbeddings lineItems = upToDate(catalogue);
        return new ContextReading.Understood(
                id -> lineItems.of(id).map(item -> item.similarity(reading)).orElse(0.0));
    }

    /// The index for the catalogue; the one before it while the new one is in work.
    private LineItemEmbeddings upToDate(OrgCatalogue catalogue) {
        OrgId orgId = catalogue.orgId();
        if (embeddings(orgId).revision() < catalogue.revision() && inWork.add(orgId)) {
            try {
                indexing.execute(() -> indexInWork(catalogue));
            } catch (RuntimeException e) {
                inWork.remove(orgId);
                throw e;
            }
        }
        return embeddings(orgId);
    }

    private void indexInWork(OrgCatalogue catalogue) {
        try {
            index(catalogue);
        } finally {
            inWork.remove(catalogue.orgId());
        }
    }

    @Override
    public void close() {
        embedder.close();
    }
}
