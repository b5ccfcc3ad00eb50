package io.interlude.local.boot;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.local.broker.LocalBroker;
import io.interlude.local.broker.LocalBrokerConfig;
import io.interlude.local.broker.LocalBrokerException;
import io.interlude.local.demo.DemoKeys;
import io.interlude.local.example.ExamplePublisher;
import io.interlude.local.link.ConsoleLink;
import io.interlude.web.boot.OutsideBroker;
import io.interlude.web.health.StartGate;
import io.interlude.web.server.OwnCertificate;
import io.interlude.web.server.ServerTls;
import io.interlude.web.warmup.WarmUpRun;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/// The parts of one process in the order in which they start: data folder, broker, services, demo.
final class LocalProduct {
    private static final Logger LOG = LoggerFactory.getLogger(LocalProduct.class);
    private static final int POLL_MILLIS = 20;

    /// What counts, and so takes longest to start: booking the demo needs none of it.
    private static final Set<String> COUNTING =
            Set.of(
                    "aggregator",
                    "aggregation",
                    "aggregator-instances",
                    "earlier-spend",
                    "earlier-version-stopped",
                    "frequency-counters");

    private final LocalOptions options;
    private final EarlySettings settings;
    private final DataFolder folder;
    private final Consumer<String> progress;
    private final DataFolder.Secret operatorToken;
    private final StartGate gate = new StartGate();
    private final long startNanos = System.nanoTime();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final QuietHeap heap = QuietHeap.ofThisProcess();
    private volatile boolean answers;
    private @Nullable LocalBroker broker;
    private @Nullable ConfigurableApplicationContext services;

    LocalProduct(
            LocalOptions options,
            EarlySettings settings,
            DataFolder folder,
            Consumer<String> progress) {
        this.options = options;
        this.settings = settings;
        this.folder = folder;
        this.progress = progress;
        this.operatorToken =
                options.operatorToken() == null
                        ? folder.secret("operator-token")
                        : new DataFolder.Secret(options.operatorToken(), false);
    }

    DataFolder.Secret operatorToken() {
        return operatorToken;
    }

    /// Starts everything and returns when it answers, with the demo's keys where there is a demo.
    /// It is not ready before [#warmUp].
    Optional<DemoKeys> start() throws IOException, InterruptedException {
        checkPort(options.port());
        String bootstrapServers = broker();
        progress.accept("starting the services");
        services =
                LocalServices.start(
                        options, local(), folder, bootstrapServers, operatorToken, gate);
        Collection<ReadinessCheck> checks =
                services.getBeansOfType(ReadinessCheck.class).values().stream()
                        .filter(check -> check != gate)
                        .toList();
        MeterRegistry meters = services.getBean(MeterRegistry.class);
        progress.accept("waiting for the aggregator");
        awaitReady(
                checks.stream().filter(check -> !COUNTING.contains(check.name())).toList(), meters);
        Optional<DemoKeys> demo = Optional.empty();
        if (options.demo()) {
            demo = demoSetup().prepare(operatorToken.value());
            demo.map(DemoKeys::publisherTag)
                    .ifPresent(services.getBean(ExamplePublisher.class)::open);
        }
        awaitReady(checks, meters);
        answers = true;
        return demo;
    }

    /// Warms up, and is ready then. Requests of the meantime are answered, and wait the longer the
    /// earlier they come.
    void warmUp() {
        progress.accept("warming up");
        WarmUpRun warmUp = Objects.requireNonNull(services, "not started").getBean(WarmUpRun.class);
        warmUp.begin();
        warmUp.end();
        if (closing.getCount() == 0) {
            throw stopped();
        }
        gate.open();
        heap.start();
        LOG.info(
                "event=product_ready tookMillis={}",
                Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    private DemoSetup demoSetup() {
        return new DemoSetup(client(), local(), options.baseUrl(), folder.path());
    }

    /// Trusts this process.
    private HttpClient client() {
        ServerTls tls = settings.tls();
        return tls == null ? HttpClient.newHttpClient() : OwnCertificate.client(tls.certificate());
    }

    private URI local() {
        return options.local(settings.tls() != null);
    }

    /// A link that signs in to the console once.
    String consoleLink(DemoKeys demo) throws IOException, InterruptedException {
        try (HttpClient client = client()) {
            return options.baseUrl()
                    + ConsoleLink.path(client, local(), demo.managementKey(), null);
        }
    }

    private String broker() throws InterruptedException {
        String outside = options.brokers();
        if (outside == null) {
            if (!settings.kafkaClient().isEmpty()) {
                throw new IllegalStateException(
                        "The built-in broker has no login: give --brokers, or remove"
                                + " interlude.kafka.client.*.");
            }
            return startBroker();
        }
        KafkaConnection kafka = new KafkaConnection(outside, settings.kafkaClient());
        new OutsideBroker(kafka, closing, progress)
                .await(settings.host(), options.port(), settings.tls());
        return outside;
    }

    private String startBroker() {
        progress.accept("starting the broker");
        try {
            broker = LocalBroker.start(LocalBrokerConfig.of(folder.path(), options.brokerPort()));
            return broker.bootstrapServers();
        } catch (LocalBrokerException e) {
            if (e.reason() == LocalBrokerException.Reason.PORT_BUSY) {
                throw portInUse(options.brokerPort(), "INTERLUDE_BROKER_PORT", e);
            }
            throw e;
        }
    }

    private static void checkPort(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw portInUse(port, "INTERLUDE_PORT", e);
        }
    }

    private static IllegalStateException portInUse(int port, String setting, Exception cause) {
        return new IllegalStateException(
                "Port %d is in use by another program: stop it, or set %s to a free port."
                        .formatted(port, setting),
                cause);
    }

    private void awaitReady(Collection<ReadinessCheck> checks, MeterRegistry meters)
            throws InterruptedException {
        StartWait wait = new StartWait(this::tell, System::nanoTime);
        List<String> missing = missing(checks);
        while (!missing.isEmpty()) {
            wait.look(StartWait.Seen.of(missing, meters));
            if (closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw stopped();
            }
            missing = missing(checks);
        }
    }

    private static IllegalStateException stopped() {
        return new IllegalStateException("Stopped while it was starting.");
    }

    private void tell(String line) {
        progress.accept(line);
        LOG.info("event=start_waits for=\"{}\"", line);
    }

    private List<String> missing(Collection<ReadinessCheck> checks) {
        return checks.stream()
                .filter(check -> !check.ready())
                .map(ReadinessCheck::name)
                .sorted()
                .toList();
    }

    /// Drains and stops everything that was started. Answers whether its start was over.
    boolean close() {
        closing.countDown();
        boolean wasStarted = answers;
        gate.shut();
        heap.close();
        ConfigurableApplicationContext running = services;
        if (running != null) {
            running.close();
        }
        LocalBroker runningBroker = broker;
        if (runningBroker != null) {
            runningBroker.close();
        }
        try {
            folder.close();
        } catch (IOException e) {
            LOG.warn("event=data_folder_close_failed", e);
        }
        return wasStarted;
    }
}
