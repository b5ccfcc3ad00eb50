package io.interlude.report.explain;

import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The catalogues of past decisions, made ready for selection. The latest that was asked for is
/// kept, and no more: each takes as much as the org's newest does. Safe for use by many threads.
final class PastCatalogues {
    private final CatalogueHistory history;
    private @Nullable Made latest;

    PastCatalogues(CatalogueHistory history) {
        this.history = history;
    }

    /// The org's catalogue at a revision; empty when it is older than what is kept.
    synchronized CompletableFuture<Optional<PreparedCatalogue>> at(OrgId orgId, long revision) {
        Made known = latest;
        if (known != null && known.isOf(orgId, revision) && known.isOfUse()) {
            return known.catalogue();
        }
        latest = null;
        Made made =
                new Made(
                        orgId,
                        revision,
                        history.at(orgId, revision)
                                .thenApply(past -> past.map(PreparedCatalogue::compile)));
        latest = made;
        return made.catalogue();
    }

    private record Made(
            OrgId orgId, long revision, CompletableFuture<Optional<PreparedCatalogue>> catalogue) {
        boolean isOf(OrgId org, long number) {
            return orgId.equals(org) && revision == number;
        }

        /// What failed, or was not there, may be there now.
        boolean isOfUse() {
            return !catalogue.isDone()
                    || (!catalogue.isCompletedExceptionally() && catalogue.join().isPresent());
        }
    }
}
