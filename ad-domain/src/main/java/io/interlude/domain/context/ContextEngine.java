package io.interlude.domain.context;

import io.interlude.domain.catalogue.OrgCatalogue;
import java.util.concurrent.CompletableFuture;

/// Understands conversations: whether an ad is appropriate at all, and which line items are
/// relevant.
public interface ContextEngine {
    /// Takes in a new snapshot, off the path of any request: embeds the line items that changed.
    /// Returns at once. Until the answer completes, a changed line item is read by its old texts,
    /// and a new one is like nothing.
    CompletableFuture<Void> index(OrgCatalogue catalogue);

    /// Reads the conversation, turn by turn, against the line items of the snapshot. Must neither
    /// keep nor log its words.
    ContextReading read(Conversation conversation, OrgCatalogue catalogue);
}
