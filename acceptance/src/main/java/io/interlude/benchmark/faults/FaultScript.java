package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The faults, one after the other, each a phase of the table. Used by one thread.
final class FaultScript {
    private static final int QUIET_SECONDS = 5;
    private static final int SETTLE_SECONDS = 2;
    private static final int REFUSED_SECONDS = 2;
    private static final int MORE_EVENTS_PER_SECOND = 1_000;
    private static final int DEADLINE_SECONDS = 120;
    private static final int POLL_MILLIS = 50;
    private static final double NANOS_PER_SECOND = 1e9;

    private final KillableProcess broker;
    private final KillableProcess service;
    private final Product product;
    private final Traffic traffic;
    private final OutboxDisk disk;
    private final int outageSeconds;
    private final Consumer<PhaseStats> ended;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private PhaseStats phase = new PhaseStats("");
    private int restarts;

    FaultScript(
            Processes processes,
            Product product,
            Traffic traffic,
            OutboxDisk disk,
            int outageSeconds,
            Consumer<PhaseStats> ended) {
        this.broker = processes.broker();
        this.service = processes.service();
        this.product = product;
        this.traffic = traffic;
        this.disk = disk;
        this.outageSeconds = outageSeconds;
        this.ended = ended;
    }

    /// The two processes under test.
    record Processes(KillableProcess broker, KillableProcess service) {}

    /// What was not as it must be, besides the journal.
    List<String> violations() {
        return violations;
    }

    /// Goes through all phases, and takes at least so long.
    void run(int leastSeconds) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        in("quiet", () -> pause(QUIET_SECONDS));
        in("broker stopped", () -> outage(broker::stop));
        in("broker killed", () -> outage(broker::kill));
        in("service killed", this::serviceKilled);
        in("service killed, broker away", this::serviceKilledWithoutBroker);
        in("broker and service killed at once", this::bothKilled);
        in("service stopped, smaller outbox", this::serviceStopped);
        in("outbox full", this::outboxFull);
        if (disk.isMounted()) {
            in("disk full", this::diskFull);
        }
        double left = leastSeconds - (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        in("quiet again", () -> pause(Math.max(QUIET_SECONDS, (int) Math.ceil(left))));
    }

    private void in(String name, Step step) throws IOException, InterruptedException {
        phase = new PhaseStats(name);
        restarts = 0;
        traffic.enter(phase);
        long startNanos = System.nanoTime();
        step.run();
        phase.seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        if (restarts > 0) {
            note("ended by itself " + restarts + " times");
        }
        ended.accept(phase);
    }

    private void note(String text) {
        phase.note += (phase.note.isEmpty() ? "" : "; ") + text;
    }

    private void outage(Step end) throws IOException, InterruptedException {
        end.run();
        pause(outageSeconds);
        noteReadiness();
        backAndDrained();
    }

    private void noteReadiness() throws InterruptedException {
        String missing = product.missing();
        if (!missing.isEmpty()) {
            note("not ready meanwhile: " + missing);
        }
    }

    private void backAndDrained() throws IOException, InterruptedException {
        broker.start();
        long startNanos = System.nanoTime();
        await("the outbox did not drain", () -> product.metric("outbox_entries") == 0);
        phase.drainedSeconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        pause(SETTLE_SECONDS);
    }

    private void serviceKilled() throws IOException, InterruptedException {
        service.kill();
        service.start();
        awaitService();
        pause(SETTLE_SECONDS);
    }

    private void serviceKilledWithoutBroker() throws IOException, InterruptedException {
        broker.kill();
        pause(2);
        service.kill();
        service.start();
        pause(outageSeconds);
        broker.start();
        awaitService();
        backAlready();
    }

    private void bothKilled() throws IOException, InterruptedException {
        broker.kill();
        service.kill();
        broker.start();
        service.start();
        awaitService();
        backAlready();
    }

    private void backAlready() throws InterruptedException {
        await("the outbox did not drain", () -> product.metric("outbox_entries") == 0);
        pause(SETTLE_SECONDS);
    }

    private void serviceStopped() throws IOException, InterruptedException {
        int code = service.stop();
        if (code != 0) {
            violations.add("the service ended with " + code + " after SIGTERM");
        }
        service.set("INTERLUDE_OUTBOX_FOLDER", disk.folder().resolve("outbox").toString());
        service.set("INTERLUDE_OUTBOX_ENTRIES", "30000");
        service.set("INTERLUDE_OUTBOX_SIZE", "48MB");
        service.set("INTERLUDE_OUTBOX_CLICKSIZE", "8MB");
        service.start();
        awaitService();
        pause(SETTLE_SECONDS);
    }

    private void outboxFull() throws IOException, InterruptedException {
        broker.stop();
        refusedForAWhile();
        backAndDrained();
    }

    private void diskFull() throws IOException, InterruptedException {
        broker.kill();
        disk.fill();
        refusedForAWhile();
        disk.empty();
        long before = phase.count(Kind.EVENT, ClientOutcome.ACCEPTED);
        long startNanos = System.nanoTime();
        await(
                "no event was taken after the disk had room again",
                () -> phase.count(Kind.EVENT, ClientOutcome.ACCEPTED) > before);
        note(
                "room again after %.1f s"
                        .formatted((System.nanoTime() - startNanos) / NANOS_PER_SECOND));
        backAndDrained();
    }

    /// More events than usual fill the outbox; the usual ones are refused then.
    private void refusedForAWhile() throws InterruptedException {
        Traffic.Flow more = traffic.start(Kind.EVENT, MORE_EVENTS_PER_SECOND);
        await(
                "no event was refused with the outbox full",
                () -> phase.count(Kind.EVENT, ClientOutcome.REFUSED) > 0);
        more.stop();
        pause(REFUSED_SECONDS);
        noteReadiness();
        long clicks =
                phase.count(Kind.CLICK, ClientOutcome.UNPROMISED)
                        + phase.count(Kind.CLICK, ClientOutcome.REFUSED);
        if (clicks > 0) {
            violations.add(
                    "%s: %d clicks were not recorded, with room of their own"
                            .formatted(phase.name(), clicks));
        }
    }

    /// Waits until the service is ready; starts it again when it ended, as a supervisor would.
    private void awaitService() throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        long before = phase.count(Kind.CLICK, ClientOutcome.ACCEPTED);
        await(
                "the service did not redirect",
                () -> keptAlive() && phase.count(Kind.CLICK, ClientOutcome.ACCEPTED) > before);
        phase.redirectsSeconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        await("the service did not get ready", () -> keptAlive() && product.missing().isEmpty());
        phase.serviceBackSeconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    }

    private boolean keptAlive() throws IOException {
        if (!service.isAlive()) {
            restarts++;
            service.start();
        }
        return true;
    }

    private void await(String otherwise, Condition condition) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        try {
            while (!condition.holds()) {
                if (System.nanoTime() > endNanos) {
                    violations.add(phase.name() + ": " + otherwise);
                    return;
                }
                var _ = never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (IOException e) {
            violations.add(phase.name() + ": " + e.getMessage());
        }
    }

    private void pause(int seconds) throws InterruptedException {
        var _ = never.await(seconds, TimeUnit.SECONDS);
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }
}
