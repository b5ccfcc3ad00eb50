package io.interlude.manage.simulation;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.catalogue.history.EditedCatalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The catalogues of an org's past revisions, as they were and with changes. Two revisions are
/// kept, since requests that come one after the other around a change are of either: each takes
/// twice as much as the org's newest catalogue does. One thread makes them, others may look.
final class RecentCatalogues {
    private static final int KEPT = 2;

    private final EditedCatalogues history;
    private final OrgId orgId;
    private final CatalogueEdits edits;
    private final LinkedHashMap<Long, Pair> revisionToPair = new LinkedHashMap<>(KEPT, 0.75f, true);

    RecentCatalogues(EditedCatalogues history, OrgId orgId, CatalogueEdits edits) {
        this.history = history;
        this.orgId = orgId;
        this.edits = edits;
    }

    /// Those of a revision, if they are kept.
    @Nullable Pair known(long revision) {
        synchronized (revisionToPair) {
            return revisionToPair.get(revision);
        }
    }

    /// Those of a revision. Blocks while they are made.
    ///
    /// @throws io.interlude.web.refusal.ProblemException if the revision is older than the history
    Pair at(long revision) {
        Pair known = known(revision);
        if (known != null) {
            return known;
        }
        synchronized (revisionToPair) {
            if (revisionToPair.size() == KEPT) {
                revisionToPair.pollFirstEntry();
            }
        }
        PreparedCatalogue then = made(revision, CatalogueEdits.NONE);
        Pair made = new Pair(then, edits.isEmpty() ? then : made(revision, edits));
        synchronized (revisionToPair) {
            revisionToPair.put(revision, made);
        }
        return made;
    }

    private PreparedCatalogue made(long revision, CatalogueEdits with) {
        Optional<OrgCatalogue> past = history.at(orgId, revision, with).join();
        return past.map(PreparedCatalogue::compile)
                .orElseThrow(() ->
                        Problem.of(
                                        Reason.CATALOGUE_GONE,
                                        "The time is older than the history of your org's"
                                                + " catalogue.")
                                .exception());
    }

    /// The catalogue of a revision.
    ///
    /// @param changed with the changes; the same object without any
    record Pair(PreparedCatalogue then, PreparedCatalogue changed) {}
}
