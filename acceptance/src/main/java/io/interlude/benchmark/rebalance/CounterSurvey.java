package io.interlude.benchmark.rebalance;

import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.Subscriber;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.remote.JournalGoals;
import io.interlude.state.remote.ReadTimeouts;
import io.interlude.state.remote.RemoteState;
import io.interlude.state.remote.StalenessBound;
import io.interlude.state.transport.HttpStateInstances;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Asks for counters as a fetch service does, with its settings and its floor, and holds each
/// answer against what was written. Safe for use by many threads.
final class CounterSurvey implements AutoCloseable {
    private static final int REQUESTS = 8;
    private static final int WAITING = 1_024;
    private static final int NAMED_MAX = 10;

    private final RebalanceAudience audience;
    private final WrittenFetches written;
    private final AnswerTimeline timeline;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpStateInstances instances;
    private final RemoteState state;
    private final StalenessBound floor;
    private final JournalGoals goals;
    private final FrequencyQuery query;
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private double byStandby;

    CounterSurvey(
            RebalanceAudience audience,
            WrittenFetches written,
            AnswerTimeline timeline,
            Aggregators aggregators,
            AppliedFetches applied) {
        this.audience = audience;
        this.written = written;
        this.timeline = timeline;
        instances = new HttpStateInstances(Aggregators.token(), REQUESTS, Duration.ofMillis(500));
        state =
                new RemoteState(
                        instances,
                        aggregators.urls(),
                        new RemoteState.Limits(REQUESTS, WAITING),
                        new ReadTimeouts(
                                AnswerTimeline.SLOW,
                                Duration.ofMillis(25),
                                Duration.ofMillis(30),
                                Duration.ofMillis(1_500),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(2)),
                        meters);
        // What is committed is what the views show, or less.
        floor = new StalenessBound(applied::committed, audience.partitions(), System::nanoTime);
        goals = new JournalGoals(floor, applied.admin(), audience.partitions());
        query = state.frequencies(floor);
    }

    void start() {
        state.start();
        goals.start();
    }

    RemoteState state() {
        return state;
    }

    /// Asks once.
    ///
    /// @param dueNanos when it was due
    void ask(int number, long dueNanos) {
        Subscriber subscriber = audience.subscriber(number);
        int partition = audience.partition(subscriber);
        long least = floor.of(partition);
        var _ =
                query.state(RebalanceAudience.ORG, subscriber, partition)
                        .whenComplete((found, _) -> {
                            if (found == null) {
                                timeline.refused(dueNanos);
                            } else {
                                timeline.answered(dueNanos, System.nanoTime() - dueNanos);
                                check(number, found, least);
                            }
                        });
    }

    private void check(int number, SubscriberState found, long least) {
        long fetches = fetches(found);
        long applied = found.partitionApplied();
        if (applied < least
                || fetches < written.least(number, applied)
                || fetches > written.most(number)) {
            name(
                    "subscriber %d: %d fetches at offset %d, floor %d, %d to %d were written"
                            .formatted(
                                    number,
                                    fetches,
                                    applied,
                                    least,
                                    written.least(number, applied),
                                    written.most(number)));
        }
    }

    /// How often the subscriber was served, if the four counters agree on it, else -1.
    static long fetches(SubscriberState found) {
        long[] lifetimes =
                found.counters().counters().stream()
                        .mapToLong(FrequencyCounter::lifetime)
                        .distinct()
                        .toArray();
        return lifetimes.length == 0 ? 0 : lifetimes.length == 1 ? lifetimes[0] : -1;
    }

    private void name(String what) {
        if (wrong.size() < NAMED_MAX) {
            wrong.add(what);
        }
    }

    /// Answers that cannot be right; ten at most.
    Queue<String> wrong() {
        return wrong;
    }

    /// Tells the timeline who answered since the last time. For one thread.
    void sample() {
        double now = meters.get("interlude.state.counters").tag("by", "standby").counter().count();
        timeline.byStandby(System.nanoTime(), Math.round(now - byStandby));
        byStandby = now;
    }

    /// How often the subscriber was served, as whoever answers first knows.
    CompletableFuture<Long> fetches(int number) {
        Subscriber subscriber = audience.subscriber(number);
        return query.state(RebalanceAudience.ORG, subscriber, audience.partition(subscriber))
                .thenApply(CounterSurvey::fetches);
    }

    @Override
    public void close() {
        goals.close();
        state.close();
        instances.close();
    }
}
