package io.interlude.web.limits;

import java.util.concurrent.Executors;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// Threads for work that may take longer than a fetch: large bodies, reports, pages of the journal.
/// There are half as many as processors, so that the other half is always there for event loops,
/// whatever is asked for at once. They let all others go first, and orgs take turns on them.
public final class SideWork {
    private static final OrgTurns SHARED =
            new OrgTurns(
                    Executors.newFixedThreadPool(
                            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                            new PatientThreads("side-work")));

    private SideWork() {}

    /// Where work of an org is done. It must not block.
    ///
    /// @param org its id; empty for what no org asked for
    public static Scheduler of(String org) {
        return Schedulers.fromExecutor(SHARED.executor(org));
    }
}
