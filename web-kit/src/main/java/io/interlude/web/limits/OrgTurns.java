package io.interlude.web.limits;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// Work of many orgs on few threads. Orgs take turns on them: one that asks for much waits for
/// itself. Safe for use by many threads.
public final class OrgTurns {
    private final Executor threads;
    private final int mostWaiting;
    private final int mostWaitingOfOrg;
    private final Map<String, Deque<Runnable>> orgToWork = new HashMap<>();
    private final Deque<String> turns = new ArrayDeque<>();
    private int waiting;

    /// Any amount of work may wait.
    public OrgTurns(Executor threads) {
        this(threads, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /// @param mostWaiting pieces of work that are not begun, of all orgs, from 1
    /// @param mostWaitingOfOrg the same of one org, from 1
    public OrgTurns(Executor threads, int mostWaiting, int mostWaitingOfOrg) {
        this.threads = threads;
        this.mostWaiting = mostWaiting;
        this.mostWaitingOfOrg = mostWaitingOfOrg;
    }

    /// Where work of an org is done. Refuses with [RejectedExecutionException] what may not wait.
    ///
    /// @param org its id; empty for what no org asked for
    public Executor executor(String org) {
        return work -> add(org, work);
    }

    void add(String org, Runnable work) {
        synchronized (this) {
            Deque<Runnable> ofOrg = orgToWork.get(org);
            if (waiting >= mostWaiting || (ofOrg != null && ofOrg.size() >= mostWaitingOfOrg)) {
                throw new RejectedExecutionException("too much waits");
            }
            if (ofOrg == null) {
                ofOrg = new ArrayDeque<>(4);
                orgToWork.put(org, ofOrg);
                turns.add(org);
            }
            ofOrg.add(work);
            waiting++;
        }
        threads.execute(this::runNext);
    }

    private void runNext() {
        Runnable next;
        synchronized (this) {
            String org = turns.remove();
            Deque<Runnable> ofOrg = requireNonNull(orgToWork.get(org), "nothing waits");
            next = ofOrg.remove();
            waiting--;
            if (ofOrg.isEmpty()) {
                orgToWork.remove(org);
            } else {
                turns.add(org);
            }
        }
        next.run();
    }
}
