package io.interlude.web.boot;

import io.interlude.web.server.ServerTls;
import io.interlude.web.server.WaitingEndpoint;
import io.interlude.web.settings.CannotStartException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Something outside of this process that it cannot start without. The process lives meanwhile and
/// is not ready, as whoever runs it expects: ending would only have it started again.
///
/// @param name as `/health/ready` and the log have it, such as `kafka`
/// @param place what is waited for, for people
/// @param closing ends the wait
/// @param progress takes a line when there is something to wait for
record StartupDependency(
        String name, String place, CountDownLatch closing, Consumer<String> progress) {
    private static final Logger LOG = LoggerFactory.getLogger(StartupDependency.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    /// Returns once the probe says yes, however long that takes. Has `/health/live` and
    /// `/health/ready` answered meanwhile.
    ///
    /// @param tls null for plain HTTP
    /// @throws CannotStartException if the process is to end
    void await(Probe probe, String host, int port, @Nullable ServerTls tls)
            throws InterruptedException {
        if (probe.answers()) {
            return;
        }
        progress.accept("waiting for " + place);
        try (WaitingEndpoint _ = WaitingEndpoint.open(host, port, tls, name)) {
            await(probe);
        }
    }

    private void await(Probe probe) throws InterruptedException {
        long startNanos = System.nanoTime();
        long toldNanos = startNanos - BETWEEN_LINES.toNanos();
        while (!probe.answers()) {
            long nowNanos = System.nanoTime();
            if (nowNanos - toldNanos >= BETWEEN_LINES.toNanos()) {
                toldNanos = nowNanos;
                LOG.warn(
                        "event={}_awaited place=\"{}\" waitedSeconds={}",
                        name,
                        place,
                        Duration.ofNanos(nowNanos - startNanos).toSeconds());
            }
            if (closing.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CannotStartException("Stopped while it was starting.");
            }
        }
    }

    /// Asks once, for some seconds at most.
    @FunctionalInterface
    interface Probe {
        /// Whether it is there.
        ///
        /// @throws CannotStartException if waiting is no use
        boolean answers() throws InterruptedException;
    }
}
