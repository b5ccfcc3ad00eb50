package io.interlude.web.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.settings.CannotStartException;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.KafkaSettings;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

@TestMethodOrder(OrderAnnotation.class)
class StartupPrerequisitesIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir static Path folder;
    private static TestBroker broker;
    private final SchemaRegistryClient registry =
            new InProcessSchemaRegistryClient(SchemaRegistry.load(new InMemorySchemaJournal()));
    private final CountDownLatch closing = new CountDownLatch(1);

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(folder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private CompletableFuture<Void> provisioning(
            int port, int replicationFactor, SchemaRegistryClient client) {
        HttpServerSettings http =
                new Binder(new MapConfigurationPropertySource(Map.of("http.port", port)))
                        .bindOrCreate("http", Bindable.of(HttpServerSettings.class));
        KafkaSettings kafka =
                new KafkaSettings(
                        broker.bootstrapServers(), null, 2, (short) replicationFactor, Map.of());
        StartupPrerequisites prerequisites = new StartupPrerequisites(kafka, http, client, closing);
        return CompletableFuture.runAsync(
                prerequisites::provision, task -> Thread.ofVirtual().start(task));
    }

    @Test
    @Order(1)
    void waitsForBrokersThatCanHoldTheCopiesUntilTheProcessEnds() throws Exception {
        int port = FreePorts.one();

        CompletableFuture<Void> waiting = provisioning(port, 3, registry);

        Eventually.holds("waits", () -> ready(port).contains("{\"name\":\"topics\""));
        assertThat(waiting).isNotDone();
        closing.countDown();
        assertThatThrownBy(() -> waiting.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS))
                .cause()
                .isInstanceOf(CannotStartException.class);
    }

    @Test
    @Order(2)
    void severalAtOnceMakeWhatIsMissing() throws Exception {
        List<CompletableFuture<Void>> all =
                List.of(
                        provisioning(FreePorts.one(), 1, registry),
                        provisioning(FreePorts.one(), 1, registry),
                        provisioning(FreePorts.one(), 1, registry));

        assertThat(all).allSatisfy(one -> assertThat(one).succeedsWithin(DEADLINE));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            assertThat(admin.listTopics().names().get(60, TimeUnit.SECONDS))
                    .containsAll(Topics.all().stream().map(Topic::name).toList());
        }
        assertThat(Topics.all())
                .allSatisfy(
                        topic -> assertThat(registry.latest(topic.subject()).version()).isOne());
    }

    @Test
    @Order(3)
    void waitsForTheRegistry() throws Exception {
        int port = FreePorts.one();
        AtomicBoolean away = new AtomicBoolean(true);

        CompletableFuture<Void> waiting = provisioning(port, 1, awayWhile(away));

        Eventually.holds("waits", () -> ready(port).contains("{\"name\":\"registry\""));
        assertThat(waiting).isNotDone();
        away.set(false);
        assertThat(waiting).succeedsWithin(DEADLINE);
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> refused = provisioning(taken.getLocalPort(), 1, registry);

            assertThatThrownBy(() -> refused.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS))
                    .cause()
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContainingAll(
                            "Port " + taken.getLocalPort(), "set interlude.http.port");
        }
    }

    private SchemaRegistryClient awayWhile(AtomicBoolean away) {
        return (SchemaRegistryClient)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {SchemaRegistryClient.class},
                        (_, method, arguments) -> {
                            if (away.get()) {
                                throw new SchemaException(
                                        SchemaFault.REGISTRY_UNAVAILABLE, "nobody there");
                            }
                            try {
                                return method.invoke(registry, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    /// What `/health/ready` says; nothing while nobody listens.
    private static String ready(int port) {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://127.0.0.1:" + port + "/health/ready"))
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
