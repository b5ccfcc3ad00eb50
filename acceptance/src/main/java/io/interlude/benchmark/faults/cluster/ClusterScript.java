package io.interlude.benchmark.faults.cluster;

import io.interlude.benchmark.faults.ErrorSeconds;
import io.interlude.benchmark.faults.PhaseStats;
import io.interlude.benchmark.faults.Sent.Kind;
import io.interlude.benchmark.faults.Traffic;
import io.interlude.benchmark.faults.cluster.ClusterProcesses.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The faults of the cluster, one after the other, each a phase of the table. Used by one thread.
final class ClusterScript {
    /// A kill's errors may last this long.
    static final int FAULT_SECONDS = 5;

    static final double MOST_FETCH_ERRORS = 0.01;

    private static final int DEADLINE_SECONDS = 180;
    private static final int SETTLE_SECONDS = 3;
    private static final int POLL_MILLIS = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ClusterProcesses processes;
    private final Traffic traffic;
    private final ClusterAsking asking;
    private final ClusterFaultsOptions options;
    private final Consumer<PhaseStats> ended;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private PhaseStats phase = new PhaseStats("");
    private int number;

    ClusterScript(
            ClusterProcesses processes,
            Traffic traffic,
            ClusterAsking asking,
            ClusterFaultsOptions options,
            Consumer<PhaseStats> ended) {
        this.processes = processes;
        this.traffic = traffic;
        this.asking = asking;
        this.options = options;
        this.ended = ended;
    }

    /// What was not as it must be, besides the journal.
    List<String> violations() {
        return violations;
    }

    /// Phases that had a budget of their own.
    int phases() {
        return number;
    }

    /// Goes through all phases.
    void run() throws IOException, InterruptedException {
        in("quiet", () -> {});
        for (String role :
                List.of(
                        "fetch-service",
                        "event-ingest",
                        "streams-aggregator",
                        "reporting-api",
                        "management-api")) {
            kill(role + " killed", role + "-1");
        }
        kill("the other fetch-service killed", "fetch-service-2");
        kill("broker killed", "broker-2");
        if (SlowNetwork.isPossible()) {
            slow("slow network to a broker", "broker-1");
            slow("slow network to the aggregators", "streams-aggregator");
        } else {
            halting("a broker halting", "broker-1");
            halting("the aggregators halting", "streams-aggregator");
        }
        in("quiet again", () -> {});
    }

    private void kill(String name, String process) throws IOException, InterruptedException {
        in(
                name,
                () -> {
                    Member member = processes.named(process);
                    ClusterProcesses.kill(member);
                    long startNanos = System.nanoTime();
                    await(process + " did not come back", () -> processes.isBack(member));
                    phase.serviceBackSeconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
                    pause(SETTLE_SECONDS);
                });
        judge(name);
    }

    /// Below 1 % of the phase's fetches, and no bad second later than 5 s after the kill.
    private void judge(String name) {
        ErrorSeconds errors = phase.errors(Kind.FETCH);
        if (!phase.name().equals(name)) {
            return;
        }
        if (errors.share() >= MOST_FETCH_ERRORS) {
            violations.add(name + ": 1 % of the fetches failed, or more");
        }
        if (errors.lastBad() >= FAULT_SECONDS) {
            violations.add(name + ": fetches failed in second " + errors.lastBad());
        }
    }

    private void slow(String name, String processOrRole) throws IOException, InterruptedException {
        in(
                name + ", " + options.delayMillis() + " ms",
                () -> {
                    List<Integer> ports =
                            processes.all().stream()
                                    .filter(each -> each.name().startsWith(processOrRole))
                                    .map(Member::port)
                                    .toList();
                    SlowNetwork slow = SlowNetwork.of(ports, options.delayMillis());
                    try {
                        pause(options.phaseSeconds());
                    } finally {
                        slow.end();
                    }
                    pause(SETTLE_SECONDS);
                });
    }

    private void halting(String name, String processOrRole)
            throws IOException, InterruptedException {
        in(
                name + ", " + options.delayMillis() + " ms of every " + 2 * options.delayMillis(),
                () -> {
                    List<Long> ids =
                            processes.all().stream()
                                    .filter(each -> each.name().startsWith(processOrRole))
                                    .map(Member::pid)
                                    .toList();
                    SlowProcesses slow = SlowProcesses.of(ids, options.delayMillis());
                    try {
                        pause(options.phaseSeconds());
                    } finally {
                        slow.end();
                    }
                    pause(SETTLE_SECONDS);
                });
    }

    private void in(String name, Step step) throws IOException, InterruptedException {
        if (!name.contains(options.only())) {
            return;
        }
        phase = new PhaseStats(name);
        asking.enter(number++);
        traffic.enter(phase);
        long startNanos = System.nanoTime();
        step.run();
        double passed = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        pause((int) Math.ceil(Math.max(0, options.phaseSeconds() - passed)));
        phase.seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        ended.accept(phase);
    }

    private void await(String otherwise, Condition condition) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() > endNanos) {
                violations.add(phase.name() + ": " + otherwise);
                return;
            }
            var _ = never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void pause(int seconds) throws InterruptedException {
        var _ = never.await(seconds, TimeUnit.SECONDS);
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private interface Condition {
        boolean holds() throws InterruptedException;
    }
}
