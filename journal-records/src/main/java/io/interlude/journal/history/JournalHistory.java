package io.interlude.journal.history;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Reads the journal again. Safe for use by many threads; never blocks the caller. Fails with
/// [io.interlude.journal.availability.StateUnavailableException] when it cannot be read now.
public interface JournalHistory {
    /// A page of an org's events in the order of their journal times.
    ///
    /// @throws IllegalArgumentException if the cursor belongs to another query
    CompletableFuture<HistoryPage> page(HistoryQuery query);

    /// The record of a request, filled or not; empty when the journal has none. Whether the id is
    /// one of the org's is for the caller to prove.
    default CompletableFuture<Optional<PlacedRecord>> request(OrgId orgId, FetchId fetchId) {
        return story(orgId, fetchId)
                .thenApply(story ->
                        story.events().stream()
                                .map(JudgedEvent::record)
                                .filter(HistoryReading::isRequest)
                                .findFirst());
    }

    /// Everything that happened to a fetch. Whether the id is one of the org's is for the caller to
    /// prove.
    CompletableFuture<FetchStory> story(OrgId orgId, FetchId fetchId);
}
