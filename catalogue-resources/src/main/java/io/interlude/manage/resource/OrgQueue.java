package io.interlude.manage.resource;

import io.interlude.domain.identity.OrgId;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/// Runs the commands of each org one after the other, so that each decides on what the one before
/// it wrote: of two editors with the same ETag, one is refused. Different orgs do not wait for each
/// other. Safe for use by many threads.
///
/// Holds within one process. Between processes [io.interlude.catalogue.command.CatalogueWriter]
/// writes a change only on top of the revision that it was decided on.
public final class OrgQueue {
    static final int MOST_WAITING = 256;

    private final Executor executor;
    private final Map<OrgId, Tail> orgIdToTail = new HashMap<>();

    /// @param executor runs the deciding part of commands
    public OrgQueue(Executor executor) {
        this.executor = executor;
    }

    /// Runs the command once the org's earlier ones are done, however they ended.
    ///
    /// @return the command's outcome; `journal_unavailable` when too many wait already
    public <R> CompletableFuture<R> submit(OrgId orgId, Supplier<CompletableFuture<R>> command) {
        CompletableFuture<R> outcome;
        synchronized (orgIdToTail) {
            Tail before = orgIdToTail.getOrDefault(orgId, Tail.EMPTY);
            if (before.waiting() >= MOST_WAITING) {
                return CompletableFuture.failedFuture(busy());
            }
            outcome = before.done().thenComposeAsync(_ -> command.get(), executor);
            CompletableFuture<Void> done = outcome.handle((_, _) -> null);
            orgIdToTail.put(orgId, new Tail(done, before.waiting() + 1));
        }
        var _ = outcome.whenComplete((_, _) -> leave(orgId));
        return outcome;
    }

    /// Runs the deciding part of commands.
    Executor executor() {
        return executor;
    }

    private void leave(OrgId orgId) {
        synchronized (orgIdToTail) {
            orgIdToTail.computeIfPresent(
                    orgId, (_, tail) -> tail.waiting() == 1 ? null : tail.less());
        }
    }

    private static Exception busy() {
        return Problem.of(Reason.JOURNAL_UNAVAILABLE, "Too many changes wait: try again.")
                .withHeader("Retry-After", "1")
                .exception();
    }

    /// @param done completes, without an error, when the org's last command has
    private record Tail(CompletableFuture<Void> done, int waiting) {
        static final Tail EMPTY = new Tail(CompletableFuture.completedFuture(null), 0);

        Tail less() {
            return new Tail(done, waiting - 1);
        }
    }
}
