package io.interlude.domain.context;

import io.interlude.domain.catalogue.OrgCatalogue;

/// Understands conversations: whether an ad is appropriate at all, and which line items are
/// relevant.
public interface ContextEngine {
    /// Reads the conversation, turn by turn, against the line items of the snapshot. Must neither
    /// keep nor log its words.
    ContextReading read(Conversation conversation, OrgCatalogue catalogue);
}
