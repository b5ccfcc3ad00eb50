package io.interlude.kit.catalogue;

import io.interlude.domain.identity.OrgId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Changes the catalogue. Safe for use by many threads; changes are written one after the other.
public interface CatalogueWriter {
    /// Writes the entries as the org's next revision, all or none, and completes with that revision
    /// once this process's own reads show it. Completes exceptionally with
    /// [io.interlude.kit.journal.JournalUnavailableException] when that is not so in time; the
    /// change may then still appear later.
    CompletableFuture<Long> commit(OrgId orgId, List<CatalogueEntry<?>> entries);
}
