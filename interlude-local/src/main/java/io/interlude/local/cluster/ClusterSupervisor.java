package io.interlude.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Starts the processes of the plan stage by stage, starts again what dies, and stops all of them
/// the other way round.
final class ClusterSupervisor {
    private static final Duration START_DEADLINE = Duration.ofMinutes(10);
    private static final int AT_ONCE = Runtime.getRuntime().availableProcessors() + 1;
    private static final int POLL_MILLIS = 100;

    /// As a cluster's scheduler waits before it tries again.
    private static final Duration BEFORE_RESTART = Duration.ofSeconds(1);

    /// A process that dies as often as this before the cluster stands is set up wrongly.
    private static final int MOST_STARTS = 4;

    private final boolean restarts;
    private final Consumer<String> progress;
    private final Readiness readiness = new Readiness();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ChildGuard guard;
    private final ClusterFile file;
    private final List<List<ChildProcess>> stages;
    private final long startNanos = System.nanoTime();
    private volatile boolean ready;

    /// @param stages what starts at the same time, in order
    /// @param file told of each start and end
    /// @param restarts whether a process that dies is started again
    /// @param progress takes a line for whatever happens
    ClusterSupervisor(
            List<List<ProcessSpec>> stages,
            ClusterFile file,
            boolean restarts,
            Consumer<String> progress)
            throws IOException {
        this.restarts = restarts;
        this.progress = progress;
        this.guard = ChildGuard.start();
        this.file = file;
        this.stages =
                stages.stream().map(stage -> stage.stream().map(this::child).toList()).toList();
    }

    private ChildProcess child(ProcessSpec spec) {
        return new ChildProcess(spec, guard, this::whenEnded);
    }

    List<ChildProcess> children() {
        return stages.stream().flatMap(List::stream).toList();
    }

    /// Starts every stage when those before it are ready.
    ///
    /// @throws IllegalStateException with a sentence when one does not become ready
    void start() throws InterruptedException {
        for (List<ChildProcess> stage : stages) {
            start(stage);
        }
        ready = true;
    }

    private void start(List<ChildProcess> stage) throws InterruptedException {
        Deque<ChildProcess> waiting = new ArrayDeque<>(stage);
        List<ChildProcess> starting = new ArrayList<>();
        while (!waiting.isEmpty() || !starting.isEmpty()) {
            startSome(waiting, starting);
            for (ChildProcess child : List.copyOf(starting)) {
                if (readiness.of(child)) {
                    starting.remove(child);
                    tell(child.spec().name() + " is ready");
                } else {
                    refuseHopeless(child);
                }
            }
            refuseLate(starting);
            if (closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Stopped while it was starting.");
            }
        }
    }

    /// More than the processors can start at a time only slow one another down, until brokers miss
    /// their heartbeats. Brokers wait for one another.
    private void startSome(Deque<ChildProcess> waiting, List<ChildProcess> starting) {
        List<ChildProcess> next = new ArrayList<>();
        while (!waiting.isEmpty()
                && (waiting.element().spec().role() == ProcessRole.BROKER
                        || starting.size() + next.size() < AT_ONCE)) {
            next.add(waiting.remove());
        }
        if (!next.isEmpty()) {
            tell("starting " + names(next));
            next.forEach(ChildProcess::start);
            starting.addAll(next);
            writeFile();
        }
    }

    private void refuseLate(List<ChildProcess> starting) {
        if (!starting.isEmpty() && elapsed().compareTo(START_DEADLINE) > 0) {
            throw new IllegalStateException(
                    "Not ready after %d s: %s. See the logs in %s."
                            .formatted(
                                    elapsed().toSeconds(),
                                    names(starting),
                                    starting.getFirst().spec().log().getParent()));
        }
    }

    private void refuseHopeless(ChildProcess child) {
        boolean dead = !child.isAlive() && (!restarts || child.starts() >= MOST_STARTS);
        if (dead) {
            throw new IllegalStateException(
                    "%s ended with %d: see %s."
                            .formatted(child.spec().name(), child.exitCode(), child.spec().log()));
        }
    }

    /// Runs in a thread of the child's own.
    private void whenEnded(ChildProcess child) {
        if (isClosing()) {
            return;
        }
        boolean again = restarts && (ready || child.starts() < MOST_STARTS);
        tell(
                "%s ended with %d%s"
                        .formatted(
                                child.spec().name(),
                                child.exitCode(),
                                again ? ", is started again" : ""));
        writeFile();
        try {
            if (again && !closing.await(BEFORE_RESTART.toMillis(), TimeUnit.MILLISECONDS)) {
                restart(child);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException e) {
            tell(e.getMessage() + ".");
        }
    }

    private void restart(ChildProcess child) throws InterruptedException {
        child.start();
        writeFile();
        int start = child.starts();
        long restartNanos = System.nanoTime();
        while (!readiness.of(child)) {
            if (closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS)
                    || !child.isAlive()
                    || child.starts() > start) {
                return;
            }
        }
        long millis = (System.nanoTime() - restartNanos) / 1_000_000;
        tell("%s is ready again after %.1f s".formatted(child.spec().name(), millis / 1e3));
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    /// Stops everything, each stage after those that need it. Answers whether all had been ready.
    boolean close() throws InterruptedException, IOException {
        closing.countDown();
        tell("stopping");
        for (List<ChildProcess> stage : stages.reversed()) {
            stage.forEach(ChildProcess::askToStop);
            for (ChildProcess child : stage) {
                if (!child.awaitStop(child.spec().role().stopDeadline())) {
                    tell(child.spec().name() + " did not stop in time and was killed");
                }
            }
        }
        file.delete();
        guard.close();
        tell("stopped");
        return ready;
    }

    private void writeFile() {
        try {
            file.write(children());
        } catch (IOException e) {
            tell("cluster.json cannot be written: " + e.getMessage());
        }
    }

    /// How long this cluster has been up.
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /// Prints a line with the time since the start.
    void tell(String line) {
        progress.accept("%6.1f s  %s".formatted(elapsed().toMillis() / 1e3, line));
    }

    private static String names(List<ChildProcess> children) {
        return children.stream()
                .map(child -> child.spec().name())
                .collect(Collectors.joining(", "));
    }
}
