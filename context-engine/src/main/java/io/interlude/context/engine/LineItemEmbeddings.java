package io.interlude.context.engine;

import io.interlude.context.relevance.LineItemEmbedding;
import io.interlude.context.relevance.LineItemTexts;
import io.interlude.domain.identity.LineItemId;
import java.util.Map;
import java.util.Optional;

/// The embeddings of one org's line items that have topics, at one revision of its catalogue.
/// Immutable.
public final class LineItemEmbeddings {
    /// Nothing embedded yet.
    static final LineItemEmbeddings NONE = new LineItemEmbeddings(0, Map.of());

    private final long revision;
    private final Map<LineItemId, Entry> lineItemToEntry;

    LineItemEmbeddings(long revision, Map<LineItemId, Entry> lineItemToEntry) {
        this.revision = revision;
        this.lineItemToEntry = Map.copyOf(lineItemToEntry);
    }

    record Entry(LineItemTexts texts, LineItemEmbedding embedding) {}

    /// Number of the newest change that the embeddings include.
    public long revision() {
        return revision;
    }

    /// The line item's embedding; empty when it has no topics or is not embedded yet.
    public Optional<LineItemEmbedding> of(LineItemId id) {
        return Optional.ofNullable(lineItemToEntry.get(id)).map(Entry::embedding);
    }

    Optional<Entry> entry(LineItemId id) {
        return Optional.ofNullable(lineItemToEntry.get(id));
    }
}
