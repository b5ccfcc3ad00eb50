package io.interlude.local.boot;

import io.interlude.kit.http.ServerTls;
import io.interlude.kit.http.WaitingEndpoint;
import io.interlude.kit.kafka.KafkaConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
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

    private final KafkaConnection kafka;
    private final CountDownLatch closing;
    private final Consumer<String> progress;

    /// @param closing ends the wait
    /// @param progress takes a line when there is something to wait for
    OutsideBroker(KafkaConnection kafka, CountDownLatch closing, Consumer<String> progress) {
        this.kafka = kafka;
        this.closing = closing;
        this.progress = progress;
    }

    /// Returns once a broker answers, however long that takes. Has `/health/live` and
    /// `/health/ready` answered meanwhile.
    ///
    /// @param tls null for plain HTTP
    /// @throws IllegalStateException if the process is to end, or if it is not let in
    void await(String host, int port, @Nullable ServerTls tls) throws InterruptedException {
        try (Admin admin = admin()) {
            if (answers(admin)) {
                return;
            }
            progress.accept("waiting for Kafka at " + kafka.bootstrapServers());
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
                        kafka.bootstrapServers(),
                        Duration.ofNanos(nowNanos - startNanos).toSeconds());
            }
            if (closing.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Stopped while it was starting.");
            }
        }
    }

    private boolean answers(Admin admin) throws InterruptedException {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(TRY.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof AuthenticationException refused) {
                throw refused(refused);
            }
            LOG.debug("event=kafka_silent", e);
            return false;
        }
    }

    private Admin admin() {
        Map<String, Object> settings = kafka.settings();
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TRY.toMillis());
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TRY.toMillis());
        settings.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, BETWEEN_TRIES.toMillis());
        try {
            return Admin.create(settings);
        } catch (KafkaException e) {
            if (kafka.security().isEmpty()) {
                throw e;
            }
            throw new IllegalStateException(
                    "Kafka's client does not take interlude.kafka.client.*: "
                            + withoutValues(e)
                            + ".",
                    e);
        }
    }

    private IllegalStateException refused(AuthenticationException refused) {
        return new IllegalStateException(
                "Kafka at %s does not let this process in (%s): check interlude.kafka.client.*."
                        .formatted(kafka.bootstrapServers(), refused.getMessage()),
                refused);
    }

    /// What is said of a setting's form may quote its value.
    private static String withoutValues(KafkaException failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        boolean ofForm =
                root instanceof ConfigException || root instanceof IllegalArgumentException;
        String message = root.getMessage();
        return ofForm || message == null ? root.getClass().getSimpleName() : message;
    }
}
