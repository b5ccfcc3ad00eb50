package io.interlude.web.boot;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.topic.SubjectProvisioner;
import io.interlude.schema.topic.TopicProvisioner;
import io.interlude.schema.topic.TopicsUnavailableException;
import io.interlude.web.settings.CannotStartException;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.KafkaSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The surroundings that a process of its own needs: a free port, brokers, topics, a registry,
/// subjects. Waits for those that may come, makes those that are missing, and refuses faults that
/// will not heal. Several processes may do so at the same time.
final class StartupPrerequisites implements Provisioning {
    private static final Logger LOG = LoggerFactory.getLogger(StartupPrerequisites.class);

    /// Of two that register one schema at once, some registries refuse one.
    private static final int REGISTRATIONS = 5;

    private final KafkaSettings kafka;
    private final HttpServerSettings http;
    private final SchemaRegistryClient registry;
    private final CountDownLatch closing;
    private int refusedRegistrations;

    /// @param closing ends every wait
    StartupPrerequisites(
            KafkaSettings kafka,
            HttpServerSettings http,
            SchemaRegistryClient registry,
            CountDownLatch closing) {
        this.kafka = kafka;
        this.http = http;
        this.registry = registry;
        this.closing = closing;
    }

    @Override
    public void provision() {
        checkPort();
        try {
            new OutsideBroker(kafka.connection(), closing, _ -> {})
                    .await(http.host(), http.port(), http.serverTls());
            try (Admin admin = Admin.create(kafka.connection().adminSettings())) {
                TopicProvisioner topics = new TopicProvisioner(admin, kafka.topicSettings());
                await("topics", "brokers that can hold the topics", () -> made(topics));
            }
            SubjectProvisioner subjects = new SubjectProvisioner(registry);
            await("registry", registryPlace(), () -> registered(subjects));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStartException("Stopped while it was starting.", e);
        }
    }

    private void await(String name, String place, StartupDependency.Probe probe)
            throws InterruptedException {
        new StartupDependency(name, place, closing, _ -> {})
                .await(probe, http.host(), http.port(), http.serverTls());
    }

    private String registryPlace() {
        return Optional.ofNullable(kafka.registryUrl())
                .map(url -> "the schema registry at " + url.getHost() + ':' + url.getPort())
                .orElse("the schema registry");
    }

    /// Found out before anything else, and not when all else has started.
    private void checkPort() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(http.host(), http.port()));
        } catch (IOException e) {
            throw new CannotStartException(
                    "Port %d of %s is not free (%s): free it, or set interlude.http.port."
                            .formatted(http.port(), http.host(), e.getMessage()),
                    e);
        }
    }

    private static boolean made(TopicProvisioner topics) {
        try {
            topics.provision().forEach(topic -> LOG.info("event=topic_made topic={}", topic));
            return true;
        } catch (TopicsUnavailableException e) {
            if (!mayPass(e.getCause())) {
                throw e;
            }
            LOG.warn("event=topics_not_made cause=\"{}\"", String.valueOf(e.getCause()));
            return false;
        }
    }

    /// The first of several brokers may be there before the others.
    private static boolean mayPass(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof TimeoutException
                    || cause instanceof InvalidReplicationFactorException) {
                return true;
            }
        }
        return false;
    }

    private boolean registered(SubjectProvisioner subjects) {
        try {
            subjects.provision();
            return true;
        } catch (SchemaException e) {
            if (!e.retriable() && ++refusedRegistrations == REGISTRATIONS) {
                throw e;
            }
            LOG.debug("event=subjects_not_registered", e);
            return false;
        }
    }
}
