package io.interlude.web.boot;

import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.web.server.ServerTls;
import io.interlude.web.settings.CannotStartException;
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

/// A Kafka that this process does not start, and may have to wait for.
public final class OutsideBroker {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideBroker.class);
    private static final Duration TRY = Duration.ofSeconds(3);
    private static final Duration LONGEST_RECONNECT_WAIT = Duration.ofMillis(200);

    private final KafkaConnection kafka;
    private final CountDownLatch closing;
    private final Consumer<String> progress;

    /// @param closing ends the wait
    /// @param progress takes a line when there is something to wait for
    public OutsideBroker(KafkaConnection kafka, CountDownLatch closing, Consumer<String> progress) {
        this.kafka = kafka;
        this.closing = closing;
        this.progress = progress;
    }

    /// Returns once a broker answers, however long that takes. Has `/health/live` and
    /// `/health/ready` answered meanwhile.
    ///
    /// @param tls null for plain HTTP
    /// @throws CannotStartException if the process is to end, or if it is not let in
    public void await(String host, int port, @Nullable ServerTls tls) throws InterruptedException {
        StartupDependency dependency =
                new StartupDependency(
                        "kafka", "Kafka at " + kafka.bootstrapServers(), closing, progress);
        try (Admin admin = admin()) {
            dependency.await(() -> answers(admin), host, port, tls);
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
        settings.put(
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                LONGEST_RECONNECT_WAIT.toMillis());
        try {
            return Admin.create(settings);
        } catch (KafkaException e) {
            if (kafka.security().isEmpty()) {
                throw e;
            }
            throw new CannotStartException(
                    "Kafka's client does not take interlude.kafka.client.*: "
                            + withoutValues(e)
                            + ".",
                    e);
        }
    }

    private CannotStartException refused(AuthenticationException refused) {
        return new CannotStartException(
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
