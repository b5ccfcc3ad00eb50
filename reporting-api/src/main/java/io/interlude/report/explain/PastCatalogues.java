package io.interlude.report.explain;

import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The catalogues of past decisions, made ready for selection; the latest few that were asked for
/// are kept. Safe for use by many threads.
final class PastCatalogues {
    private static final int KEPT = 8;

    private final CatalogueHistory history;
    private final Map<Revision, CompletableFuture<Optional<PreparedCatalogue>>> kept =
            new LinkedHashMap<>(KEPT, 0.75f, true);

    PastCatalogues(CatalogueHistory history) {
        this.history = history;
    }

    /// The org's catalogue at a revision; empty when it is older than what is kept.
    CompletableFuture<Optional<PreparedCatalogue>> at(OrgId orgId, long number) {
        Revision revision = new Revision(orgId, number);
        synchronized (kept) {
            CompletableFuture<Optional<PreparedCatalogue>> known = kept.get(revision);
            // What failed, or was not there, may be there now.
            if (known != null && (!known.isDone() || isKnown(known))) {
                return known;
            }
            CompletableFuture<Optional<PreparedCatalogue>> made =
                    history.at(orgId, number)
                            .thenApply(past -> past.map(PreparedCatalogue::compile));
            kept.put(revision, made);
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            return made;
        }
    }

    private static boolean isKnown(CompletableFuture<Optional<PreparedCatalogue>> done) {
        return !done.isCompletedExceptionally() && done.join().isPresent();
    }

    private record Revision(OrgId orgId, long number) {}
}
