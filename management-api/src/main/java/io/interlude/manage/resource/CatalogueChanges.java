package io.interlude.manage.resource;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.catalogue.CatalogueEntry;
import io.interlude.kit.catalogue.CatalogueRecords;
import io.interlude.kit.catalogue.CatalogueWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// The one way in which a catalogue changes: decide on the org's newest records, then write all
/// entries or none. Commands of an org never overlap, and the outcome is given once reads show it.
public final class CatalogueChanges {
    private final CatalogueRecords records;
    private final CatalogueWriter writer;
    private final OrgQueue queue;

    public CatalogueChanges(CatalogueRecords records, CatalogueWriter writer, OrgQueue queue) {
        this.records = records;
        this.writer = writer;
        this.queue = queue;
    }

    /// The org's live resources at one revision, the newest.
    public LiveCatalogue live(OrgId orgId) {
        return new LiveCatalogue(records.pinned(orgId), orgId);
    }

    /// Makes the change that `decide` decides on. A [io.interlude.kit.http.ProblemException] that
    /// it throws refuses the change and becomes the outcome.
    public <R> CompletableFuture<R> change(
            OrgId orgId, Function<LiveCatalogue, Decision<R>> decide) {
        return queue.submit(orgId, () -> write(orgId, decide.apply(live(orgId))));
    }

    private <R> CompletableFuture<R> write(OrgId orgId, Decision<R> decision) {
        return decision.entries().isEmpty()
                ? CompletableFuture.completedFuture(decision.outcome())
                : writer.commit(orgId, decision.entries()).thenApply(_ -> decision.outcome());
    }

    /// What to write, and what to say.
    ///
    /// @param entries none when nothing changes
    public record Decision<R>(List<CatalogueEntry<?>> entries, R outcome) {
        public Decision {
            entries = List.copyOf(entries);
        }
    }
}
