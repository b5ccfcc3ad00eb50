package io.interlude.local.boot;

import io.interlude.kit.http.ServerTls;
import io.interlude.kit.http.WaitingEndpoint;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Kafka that this process does not start, and may have to wait for. The process lives meanwhile
/// and is not ready, as whoever runs it expects: ending would only have it started again.
final class OutsideBroker {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideBroker.class);
    private static final Duration TRY = Duration.ofSeconds(3);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final String brokers;
    private final CountDownLatch closing;
    private final Consumer<String> progress;

    /// @param closing ends the wait
    /// @param progress takes a line when there is something to wait for
    OutsideBroker(String brokers, CountDownLatch closing, Consumer<String> progress) {
        this.brokers = brokers;
        this.closing = closing;
        this.progress = progress;
    }

    /// Returns once a broker answers, however long that takes. Has `/health/live` and
    /// `/health/ready` answered meanwhile.
    ///
    /// @param tls null for plain HTTP
    /// @throws IllegalStateException if the process is to end
    void await(String host, int port, @Nullable ServerTls tls) throws InterruptedException {
        try (Admin admin = admin()) {
            if (answers(admin)) {
                return;
            }
            progress.accept("waiting for Kafka at " + brokers);
            try (WaitingEndpoint _ = WaitingEndpoint.open(host, port, tls, "kafka")) {
                await(admin);
            }
        }
    }

    private void await(Admin admin) throws InterruptedException {
        long startNanos = System.nanoTime();
        long toldNanos = startNanos - BETWEEN_LINES.toNanos();
        while (!answers(admin)) {
            long nowNanos = System.nanoTime();
            if (nowNanos - toldNanos >= BETWEEN_LINES.toNanos()) {
                toldNanos = nowNanos;
                LOG.warn(
                        "event=kafka_awaited brokers={} waitedSeconds={}",
                        brokers,
                        Duration.ofNanos(nowNanos - startNanos).toSeconds());
            }
            if (closing.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Stopped while it was starting.");
            }
        }
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(TRY.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("event=kafka_silent", e);
            return false;
        }
    }

    private Admin admin() {
        return Admin.create(
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        (int) TRY.toMillis(),
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        (int) TRY.toMillis(),
                        AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        BETWEEN_TRIES.toMillis()));
    }
}
