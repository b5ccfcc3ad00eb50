package io.interlude.report.explain;

import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.web.limits.Place;
import java.lang.ref.SoftReference;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The catalogues of past decisions, made ready for selection. The latest that was asked for is
/// kept, and no more, as long as its memory is not needed: requests count it while they use it.
/// Safe for use by many threads.
final class PastCatalogues {
    private final CatalogueHistory history;
    private SoftReference<@Nullable Made> latest = new SoftReference<>(null);

    PastCatalogues(CatalogueHistory history) {
        this.history = history;
    }

    /// The org's catalogue at a revision; empty when it is older than what is kept.
    ///
    /// @param place that it is counted by
    /// @throws io.interlude.web.limits.OverloadedException if the owner holds its share already
    synchronized CompletableFuture<Optional<PreparedCatalogue>> at(
            OrgId orgId, long revision, Place place) {
        place.take(history.heapBytes(orgId));
        Made known = latest.get();
        if (known != null && known.isOf(orgId, revision) && known.isOfUse()) {
            return known.catalogue();
        }
        latest.clear();
        Made made =
                new Made(
                        orgId,
                        revision,
                        history.at(orgId, revision)
                                .thenApply(past -> past.map(PreparedCatalogue::compile)));
        latest = new SoftReference<>(made);
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
