package io.interlude.web.limits;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/// Of each org's work, so many pieces are under way at a time. The others wait in their order and
/// hold nothing: twenty that all go on by turns hold twenty times as much, for as long. Safe for
/// use by many threads.
public final class OrgGate {
    private final int most;
    private final Executor threads;
    private final Map<String, Passing> orgToPassing = new HashMap<>();

    /// @param most pieces of an org at a time, from 1
    /// @param threads where a piece begins that waited; one that did not begins on its own thread
    public OrgGate(int most, Executor threads) {
        this.most = most;
        this.threads = threads;
    }

    /// The work, which begins when its turn has come. Who is no longer interested lets the next one
    /// pass.
    ///
    /// @param org its id
    public <T> Mono<T> of(String org, Mono<T> work) {
        return Mono.create(sink -> {
            Disposable.Swap underWay = Disposables.swap();
            Runnable begin = () -> underWay.update(begin(org, work, sink));
            underWay.update(() -> giveUp(org, begin));
            sink.onDispose(underWay);
            if (enter(org, begin)) {
                begin.run();
            }
        });
    }

    private <T> Disposable begin(String org, Mono<T> work, MonoSink<T> sink) {
        return work.contextWrite(sink.contextView())
                .doFinally(_ -> leave(org))
                .subscribe(sink::success, sink::error, sink::success);
    }

    private synchronized boolean enter(String org, Runnable begin) {
        Passing passing = orgToPassing.computeIfAbsent(org, _ -> new Passing());
        boolean free = passing.underWay < most;
        if (free) {
            passing.underWay++;
        } else {
            passing.waiting.add(begin);
        }
        return free;
    }

    private void leave(String org) {
        Runnable next = next(org);
        if (next != null) {
            threads.execute(next);
        }
    }

    private synchronized @Nullable Runnable next(String org) {
        Passing passing = orgToPassing.get(org);
        Runnable next = passing == null ? null : passing.waiting.poll();
        if (passing != null && next == null && --passing.underWay == 0) {
            orgToPassing.remove(org);
        }
        return next;
    }

    private synchronized void giveUp(String org, Runnable begin) {
        Passing passing = orgToPassing.get(org);
        if (passing != null) {
            passing.waiting.remove(begin);
        }
    }

    private static final class Passing {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int underWay;
    }
}
