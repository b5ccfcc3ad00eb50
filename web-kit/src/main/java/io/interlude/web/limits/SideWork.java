package io.interlude.web.limits;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// Threads for work that may take longer than a fetch: large bodies, reports, pages of the journal.
/// There are half as many as processors, so that the other half is always there for event loops,
/// whatever is asked for at once.
public final class SideWork {
    private static final Scheduler THREADS =
            Schedulers.newParallel(
                    "side-work", Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    private SideWork() {}

    /// They must not be blocked.
    public static Scheduler threads() {
        return THREADS;
    }
}
