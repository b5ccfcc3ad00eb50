package io.interlude.catalogue.command;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.domain.identity.OrgId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Changes the catalogue. Safe for use by many threads, and by many processes at a time: changes
/// are written one after the other, each on top of the one that it was decided on.
public interface CatalogueWriter {
    /// Writes the entries as the org's next revision, all or none, and completes with that revision
    /// once this process's own reads show it. Completes exceptionally
    ///
    /// - with [StaleRevisionException] when the org has another revision than the basis. Nothing is
    ///   written; reads show the newer one then, and it is to be decided again;
    /// - with [io.interlude.journal.availability.JournalUnavailableException] when the change does
    ///   not show in time; it may then still appear later.
    ///
    /// @param basis revision of the org that the entries were decided on; 0 for a new org
    CompletableFuture<Long> commit(OrgId orgId, long basis, List<CatalogueEntry<?>> entries);

    /// Refuses, without writing anything, entries by which the org's catalogue would take more
    /// memory than it may, as [#commit] does.
    ///
    /// @throws io.interlude.journal.append.CatalogueFullException if they would
    default void requireRoom(OrgId orgId, List<CatalogueEntry<?>> entries) {}

    /// Completes with the org's newest revision, once reads show what any process had committed
    /// when this was called. Exceptionally with
    /// [io.interlude.journal.availability.JournalUnavailableException] when that is not known in
    /// time.
    CompletableFuture<Long> newest(OrgId orgId);
}
