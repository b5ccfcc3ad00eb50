package io.interlude.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One process of the cluster, over all its starts. Thread-safe.
final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);

    /// Ctrl-C reaches every process of the terminal; the order of the stop is ours.
    private static final List<String> UNMOVED_BY_CTRL_C =
            List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    private final ProcessSpec spec;
    private final ChildGuard guard;
    private final Consumer<ChildProcess> whenEnded;
    private @Nullable Process process;
    private int starts;
    private boolean stopping;

    /// @param whenEnded told when it ends without having been asked to
    ChildProcess(ProcessSpec spec, ChildGuard guard, Consumer<ChildProcess> whenEnded) {
        this.spec = spec;
        this.guard = guard;
        this.whenEnded = whenEnded;
    }

    ProcessSpec spec() {
        return spec;
    }

    /// Starts it, unless it is to stop.
    synchronized void start() {
        if (stopping) {
            return;
        }
        try {
            Files.createDirectories(spec.folder());
            Files.createDirectories(spec.log().getParent());
            Files.deleteIfExists(spec.readyFile());
            List<String> command = new ArrayList<>(UNMOVED_BY_CTRL_C);
            command.addAll(spec.command());
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .directory(spec.folder().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.log().toFile()));
            builder.environment().keySet().removeIf(ChildProcess::isOurs);
            builder.environment().putAll(spec.environment());
            Process started = builder.start();
            guard.add(started.pid());
            process = started;
            starts++;
            Files.writeString(spec.folder().resolve("pid"), started.pid() + "\n");
            Thread.ofVirtual().start(() -> awaitEnd(started));
        } catch (IOException e) {
            throw new UncheckedIOException(spec.name() + " cannot be started", e);
        }
    }

    /// What tells this command what to do tells a service something else, or nothing.
    private static boolean isOurs(String variable) {
        return variable.startsWith("INTERLUDE_OPERATOR_TOKEN");
    }

    private void awaitEnd(Process running) {
        try {
            running.waitFor();
            guard.remove(running.pid());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (IOException e) {
            LOG.debug("event=guard_gone", e);
        }
        if (!isStopping()) {
            whenEnded.accept(this);
        }
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /// The process number of the last start; 0 before the first.
    synchronized long pid() {
        return process == null ? 0 : process.pid();
    }

    /// How often it was started.
    synchronized int starts() {
        return starts;
    }

    /// What the last start ended with.
    synchronized int exitCode() {
        return process == null || process.isAlive() ? 0 : process.exitValue();
    }

    /// Asks it to end, and never starts it again.
    void askToStop() {
        @Nullable Process running;
        synchronized (this) {
            stopping = true;
            running = process;
        }
        if (running == null || !running.isAlive()) {
            return;
        }
        if (spec.role() == ProcessRole.GATEWAY) {
            letFinish(running);
        } else {
            running.destroy();
        }
    }

    /// HAProxy takes SIGTERM for an end at once, and SIGUSR1 for one after the running requests.
    private static void letFinish(Process gateway) {
        try {
            new ProcessBuilder("kill", "-USR1", String.valueOf(gateway.pid())).start();
        } catch (IOException e) {
            gateway.destroy();
        }
    }

    /// Waits for its end, which it was asked for, and kills it when that is too late.
    ///
    /// @return whether it ended by itself
    boolean awaitStop(Duration deadline) throws InterruptedException {
        @Nullable Process running;
        synchronized (this) {
            running = process;
        }
        if (running == null || running.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        running.destroyForcibly().waitFor();
        return false;
    }
}
