package io.interlude.manage.resource;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.command.StaleRevisionException;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.append.CatalogueFullException;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.web.refusal.ProblemException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/// The one way in which a catalogue changes: decide on the org's newest records, then write all
/// entries or none. Commands of an org never overlap in this process, and the outcome is given once
/// reads show it.
///
/// Another process may change the org meanwhile. Then nothing is written, and the command is
/// decided again on that change. A decision that writes nothing, a refusal too, counts only if made
/// on the newest records of all processes.
public final class CatalogueChanges {
    /// Decisions on a command before its client is told to try again later.
    static final int MOST_DECISIONS = 10;

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

    /// Every org that is known.
    public Set<OrgId> orgs() {
        return records.orgs();
    }

    /// Refuses entries that the org's catalogue has no room for, as their change would be refused.
    ///
    /// @throws CatalogueFullException if it has none
    public void requireRoom(OrgId orgId, List<CatalogueEntry<?>> entries) {
        writer.requireRoom(orgId, entries);
    }

    /// Makes the change that `decide` decides on; it may be asked more than once. A
    /// [ProblemException] that it throws, or a [CatalogueFullException], refuses the change and
    /// becomes the outcome.
    public <R> CompletableFuture<R> change(
            OrgId orgId, Function<LiveCatalogue, Decision<R>> decide) {
        Command<R> command = new Command<>(orgId, decide);
        return queue.submit(orgId, () -> run(command, MOST_DECISIONS));
    }

    private <R> CompletableFuture<R> run(Command<R> command, int decisionsLeft) {
        if (decisionsLeft == 0) {
            return CompletableFuture.failedFuture(
                    new JournalUnavailableException("the org changes all the time"));
        }
        LiveCatalogue live = live(command.orgId());
        Decision<R> decision;
        try {
            decision = command.decide().apply(live);
        } catch (ProblemException | CatalogueFullException refusal) {
            CompletableFuture<R> refused = CompletableFuture.failedFuture(refusal);
            return unlessOutdated(command, live, refused, decisionsLeft);
        }
        return decision.entries().isEmpty()
                ? unlessOutdated(
                        command,
                        live,
                        CompletableFuture.completedFuture(decision.outcome()),
                        decisionsLeft)
                : write(command, live, decision, decisionsLeft);
    }

    private <R> CompletableFuture<R> write(
            Command<R> command, LiveCatalogue live, Decision<R> decision, int decisionsLeft) {
        return writer.commit(command.orgId(), live.revision(), decision.entries())
                .thenApply(_ -> decision.outcome())
                .exceptionallyComposeAsync(
                        failure ->
                                cause(failure) instanceof StaleRevisionException
                                        ? run(command, decisionsLeft - 1)
                                        : CompletableFuture.failedFuture(failure),
                        queue.executor());
    }

    /// The outcome, unless another process had changed the org before it was decided. While that
    /// cannot be told it stands: nothing is written.
    private <R> CompletableFuture<R> unlessOutdated(
            Command<R> command,
            LiveCatalogue live,
            CompletableFuture<R> outcome,
            int decisionsLeft) {
        return writer.newest(command.orgId())
                .exceptionally(_ -> live.revision())
                .thenComposeAsync(
                        newest ->
                                newest == live.revision()
                                        ? outcome
                                        : run(command, decisionsLeft - 1),
                        queue.executor());
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /// The entries and the outcome.
    ///
    /// @param entries none when nothing changes
    public record Decision<R>(List<CatalogueEntry<?>> entries, R outcome) {
        public Decision {
            entries = List.copyOf(entries);
        }
    }

    private record Command<R>(OrgId orgId, Function<LiveCatalogue, Decision<R>> decide) {}
}
