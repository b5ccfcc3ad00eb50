package io.interlude.benchmark.rebalance;

import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.CellsRead;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Holds what is served in the end against what was written: the counters of every subscriber, and
/// the report.
final class RebalanceAudit {
    private static final int AT_ONCE = 256;
    private static final int TRIES = 20;
    private static final Duration LONG_AGO = Duration.ofDays(2);

    private static final int PAUSE_MILLIS = 500;

    private final CounterSurvey reader;
    private final WrittenFetches written;
    private final CountDownLatch never = new CountDownLatch(1);

    RebalanceAudit(CounterSurvey reader, WrittenFetches written) {
        this.reader = reader;
        this.written = written;
    }

    /// The findings.
    ///
    /// @param written fetches
    /// @param counted in all subscribers' counters
    /// @param wrongSubscribers those with counters unlike the written fetches, or unreadable
    /// @param reported fetches in the hours' cells
    record Result(long written, long counted, int wrongSubscribers, long reported) {
        boolean isExact() {
            return wrongSubscribers == 0 && counted == written && reported == written;
        }
    }

    Result run(Instant now) throws InterruptedException {
        LongAdder counted = new LongAdder();
        AtomicInteger wrong = new AtomicInteger();
        Semaphore places = new Semaphore(AT_ONCE);
        for (int i = 0; i < written.subscribers(); i++) {
            int number = i;
            places.acquire();
            ask(number, 1, places, counted, wrong);
        }
        places.acquire(AT_ONCE);
        return new Result(written.total(), counted.sum(), wrong.get(), reported(now));
    }

    private void ask(
            int number, int tries, Semaphore places, LongAdder counted, AtomicInteger wrong) {
        var _ =
                reader.fetches(number)
                        .whenComplete((found, _) -> {
                            if (found == null && tries < TRIES) {
                                ask(number, tries + 1, places, counted, wrong);
                                return;
                            }
                            if (found == null || found != written.most(number)) {
                                wrong.incrementAndGet();
                            }
                            counted.add(found == null ? 0 : found);
                            places.release();
                        });
    }

    /// The second stage is a flush and a commit behind: asked until the sum is right, or too long.
    private long reported(Instant now) throws InterruptedException {
        long found = 0;
        for (int i = 0; i < TRIES && found != written.total(); i++) {
            var _ = never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            found = report(now);
        }
        return found;
    }

    private long report(Instant now) {
        try {
            CellsRead read =
                    reader.state()
                            .rollups(Runnable::run)
                            .readableCells(
                                    RebalanceAudience.ORG,
                                    Granularity.hour,
                                    now.minus(LONG_AGO).truncatedTo(ChronoUnit.HOURS),
                                    now.plus(LONG_AGO).truncatedTo(ChronoUnit.HOURS))
                            .orTimeout(10, TimeUnit.SECONDS)
                            .join();
            return read.missingPartitions() > 0
                    ? -1
                    : read.cells().stream().mapToLong(RollupCell::getFetches).sum();
        } catch (CompletionException e) {
            return -1;
        }
    }
}
