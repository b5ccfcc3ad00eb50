package io.interlude.local.node;

import io.interlude.local.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one part as a process: one sentence and 1 when it can't start, 0 after SIGTERM.
public final class NodeMain {
    private NodeMain() {}

    /// The start of the part that the process runs until it is closed.
    @FunctionalInterface
    public interface Start {
        AutoCloseable start(NodeOptions options) throws Exception;
    }

    /// Starts the part and runs it until a signal ends the process.
    ///
    /// @param stopDeadline time that its closing may take before the process ends anyhow
    public static void run(String[] arguments, Duration stopDeadline, Start start)
            throws InterruptedException {
        System.setProperty("logback.configurationFile", "logback-service.xml");
        try {
            AutoCloseable part = start.start(NodeOptions.parse(List.of(arguments)));
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> stop(part, stopDeadline), "shutdown"));
            // Not every part has a thread that keeps the process.
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception failure) {
            // Parts fail in ways of their own; all of them end the process.
            LoggerFactory.getLogger(NodeMain.class).error("event=start_failed", failure);
            Terminal.failAndExit(
                    Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
    }

    /// A signal must end with 0; the JVM would end with 128 and the signal's number.
    private static void stop(AutoCloseable part, Duration deadline) {
        Logger log = LoggerFactory.getLogger(NodeMain.class);
        Thread closing = Thread.ofPlatform().daemon().start(() -> close(part, log));
        try {
            if (!closing.join(deadline)) {
                log.warn("event=stop_cut_short afterMillis={}", deadline.toMillis());
            }
        } catch (InterruptedException e) {
            log.warn("event=stop_interrupted", e);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void close(AutoCloseable part, Logger log) {
        try {
            part.close();
        } catch (Exception failure) {
            // As above: whatever it is, the process ends.
            log.warn("event=stop_failed", failure);
        }
    }
}
