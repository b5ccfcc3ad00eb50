package io.interlude.benchmark.rebalance;

import io.interlude.benchmark.rebalance.Aggregators.Cover;
import io.interlude.benchmark.rebalance.Aggregators.Instance;
import io.interlude.benchmark.rebalance.Aggregators.Restored;
import io.interlude.benchmark.rebalance.CoverTimeline.Look;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The steps of a run, one after the other; each disturbs instances and waits until all is whole.
/// Used by one thread.
final class RebalanceScript {
    private static final Duration SETTLED = Duration.ofSeconds(4);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int PAUSE_MILLIS = 400;
    private static final double LAG_SECONDS = 3;

    private final Aggregators aggregators;
    private final AppliedFetches applied;
    private final AnswerTimeline answers;
    private final RebalanceOptions options;
    private final Consumer<RebalanceTable.Row> show;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private int standbys;

    RebalanceScript(
            Aggregators aggregators,
            AppliedFetches applied,
            AnswerTimeline answers,
            RebalanceOptions options,
            Consumer<RebalanceTable.Row> show) {
        this.aggregators = aggregators;
        this.applied = applied;
        this.answers = answers;
        this.options = options;
        this.show = show;
    }

    List<String> violations() {
        return violations;
    }

    /// Runs the scenarios that are asked for.
    void run() throws InterruptedException {
        if (asked("none")) {
            Instance b = aggregators.instance("b");
            step("none: one of two is killed, no standbys", kill(b), 1);
            step("none: it comes back", b.process()::start, 2);
        }
        if (asked("warm", "standby", "empty", "rolling", "third")) {
            step("warm: a standby of everything is made", () -> keepStandbys(1), 2);
            runWithStandbys();
        }
    }

    private void runWithStandbys() throws InterruptedException {
        Instance a = aggregators.instance("a");
        Instance b = aggregators.instance("b");
        if (asked("standby")) {
            step("standby: one of two is killed", kill(a), 1);
            step("standby: it comes back with its folder", a.process()::start, 2);
        }
        if (asked("empty")) {
            step("empty: one of two is killed", kill(b), 1);
            step("empty: it comes back with an empty folder", () -> startEmpty(b), 2);
        }
        if (asked("rolling")) {
            step("rolling: one of two is stopped", () -> stop(a), 1);
            step("rolling: it is started again", a.process()::start, 2);
        }
        if (asked("third")) {
            Instance c = aggregators.instance("c");
            step("third: a third one joins", c.process()::start, 3);
            step("third: it is stopped", () -> stop(c), 2);
        }
    }

    private boolean asked(String... scenarios) {
        return Stream.of(scenarios).anyMatch(options.only()::contains);
    }

    private void startEmpty(Instance instance) throws IOException {
        aggregators.empty(instance);
        instance.process().start();
    }

    private static Action kill(Instance instance) {
        return instance.process()::kill;
    }

    private void stop(Instance instance) throws InterruptedException {
        int code = instance.process().stop();
        if (code != 0) {
            violations.add(instance.name() + " ended with " + code + " after SIGTERM");
        }
    }

    private void keepStandbys(int replicas) throws InterruptedException, ExecutionException {
        standbys = replicas;
        aggregators.setStandbys(replicas);
        applied.setStandbys(replicas);
    }

    private void step(String name, Action action, int alive) throws InterruptedException {
        System.err.println(name);
        Restored before = aggregators.restored();
        long startNanos = System.nanoTime();
        CoverTimeline cover = new CoverTimeline(startNanos);
        Thread acting = Thread.ofVirtual().start(() -> act(name, action));
        boolean whole = false;
        while (!whole && System.nanoTime() - startNanos < LONGEST.toNanos()) {
            cover.add(look(before, alive));
            whole =
                    !acting.isAlive()
                            && cover.heldFor(SETTLED, this::isWhole)
                            && answers.between(
                                                    System.nanoTime() - SETTLED.toNanos(),
                                                    System.nanoTime())
                                            .refused()
                                    == 0
                            && applied.lag() < LAG_SECONDS * options.fetchesPerSecond();
            var _ = never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        acting.join();
        long endNanos = System.nanoTime();
        if (!whole) {
            violations.add(name + ": not whole after " + LONGEST.toSeconds() + " s");
        }
        Restored after = aggregators.restored();
        show.accept(
                new RebalanceTable.Row(
                        name,
                        answers.between(startNanos, endNanos),
                        cover,
                        since(before.owned(), after.owned()),
                        since(before.followed(), after.followed())));
    }

    private boolean isWhole(Look look) {
        return look.owners() && look.standbys();
    }

    private Look look(Restored before, int alive) throws InterruptedException {
        Cover cover = aggregators.look();
        double bytes = since(before.bytes(), aggregators.restored().bytes());
        boolean standbysNeeded = standbys > 0 && alive > 1;
        return new Look(
                System.nanoTime(),
                cover.owners(),
                cover.shared() && (cover.standbys() || !standbysNeeded),
                bytes);
    }

    /// A process that was started anew counts from 0.
    private static double since(Map<String, Double> before, Map<String, Double> now) {
        return now.entrySet().stream()
                .mapToDouble(entry -> {
                    double earlier = before.getOrDefault(entry.getKey(), 0.0);
                    return entry.getValue() < earlier
                            ? entry.getValue()
                            : entry.getValue() - earlier;
                })
                .sum();
    }

    private void act(String name, Action action) {
        try {
            action.run();
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Action {
        void run() throws IOException, InterruptedException, ExecutionException;
    }
}
