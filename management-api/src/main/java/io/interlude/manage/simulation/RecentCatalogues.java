package io.interlude.manage.simulation;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.catalogue.history.EditedCatalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.web.limits.WorkMemory;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The catalogues of an org's past revisions, as they were and with changes. Two revisions are
/// kept, since requests that come one after the other around a change are of either; one, where the
/// memory of the work has no room for both. One thread makes them, others may look.
final class RecentCatalogues {
    private static final int KEPT = 2;

    private final EditedCatalogues history;
    private final OrgId orgId;
    private final CatalogueEdits edits;
    private final WorkMemory memory;
    private final LinkedHashMap<Long, Pair> revisionToPair = new LinkedHashMap<>(KEPT, 0.75f, true);

    /// @param memory that they are counted by
    RecentCatalogues(
            EditedCatalogues history, OrgId orgId, CatalogueEdits edits, WorkMemory memory) {
        this.history = history;
        this.orgId = orgId;
        this.edits = edits;
        this.memory = memory;
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
    /// @throws io.interlude.web.limits.OverloadedException if they have no room
    Pair at(long revision) {
        Pair known = known(revision);
        if (known != null) {
            return known;
        }
        long bytes = history.heapBytes(orgId) * (edits.isEmpty() ? 1 : 2);
        makeRoom(bytes);
        memory.take(bytes);
        PreparedCatalogue then = made(revision, CatalogueEdits.NONE);
        Pair made = new Pair(then, edits.isEmpty() ? then : made(revision, edits), bytes);
        synchronized (revisionToPair) {
            revisionToPair.put(revision, made);
        }
        return made;
    }

    private void makeRoom(long bytes) {
        synchronized (revisionToPair) {
            while (revisionToPair.size() == KEPT
                    || (!revisionToPair.isEmpty() && memory.freeBytes() < bytes)) {
                memory.giveBack(revisionToPair.pollFirstEntry().getValue().bytes());
            }
        }
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
    /// @param bytes that both are counted with
    record Pair(PreparedCatalogue then, PreparedCatalogue changed, long bytes) {}
}
