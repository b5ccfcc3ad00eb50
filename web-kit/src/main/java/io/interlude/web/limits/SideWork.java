package io.interlude.web.limits;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// Threads for work that may take longer than a fetch: large bodies, reports, pages of the journal.
/// There are half as many as processors, so that the other half is always there for event loops,
/// whatever is asked for at once. Orgs take turns on them: one that asks for much waits for itself.
public final class SideWork {
    private static final SideWork SHARED =
            new SideWork(
                    Executors.newFixedThreadPool(
                            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                            Thread.ofPlatform().name("side-work-", 1).daemon().factory()));

    private final Executor threads;
    private final Map<String, Deque<Runnable>> orgToWork = new HashMap<>();
    private final Deque<String> turns = new ArrayDeque<>();

    SideWork(Executor threads) {
        this.threads = threads;
    }

    /// Where work of an org is done. It must not block.
    ///
    /// @param org its id; empty for what no org asked for
    public static Scheduler of(String org) {
        return Schedulers.fromExecutor(work -> SHARED.add(org, work));
    }

    void add(String org, Runnable work) {
        synchronized (this) {
            Deque<Runnable> waiting = orgToWork.computeIfAbsent(org, _ -> new ArrayDeque<>(4));
            if (waiting.isEmpty()) {
                turns.add(org);
            }
            waiting.add(work);
        }
        threads.execute(this::runNext);
    }

    private void runNext() {
        Runnable next;
        synchronized (this) {
            String org = turns.remove();
            Deque<Runnable> waiting = requireNonNull(orgToWork.get(org), "nothing waits");
            next = waiting.remove();
            if (waiting.isEmpty()) {
                orgToWork.remove(org);
            } else {
                turns.add(org);
            }
        }
        next.run();
    }
}
