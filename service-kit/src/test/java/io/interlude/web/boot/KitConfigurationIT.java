package io.interlude.web.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.server.HttpEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/// The kit's beans together: a process without any service.
class KitConfigurationIT {
    private static final String SECRET = "00112233445566778899aabbccddeeff".repeat(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir static Path folder;
    @TempDir static Path outboxFolder;

    @Test
    void isReadyOnceItsTopicsAreReadAndStopsCleanly() throws Exception {
        try (TestBroker broker = TestBroker.start(folder);
                AnnotationConfigApplicationContext context = context(broker)) {
            int port = context.getBean(HttpEndpoint.class).port();

            assertThat(get(port, "/health/live").statusCode()).isEqualTo(200);
            Eventually.holds("ready", () -> get(port, "/health/ready").statusCode() == 200);
            assertThat(get(port, "/health/ready").body())
                    .isEqualTo(
                            "{\"status\":\"ready\",\"checks\":["
                                    + "{\"name\":\"aggregates\",\"ready\":true},"
                                    + "{\"name\":\"catalogue\",\"ready\":true},"
                                    + "{\"name\":\"http\",\"ready\":true},"
                                    + "{\"name\":\"outbox\",\"ready\":true},"
                                    + "{\"name\":\"sessions\",\"ready\":true},"
                                    + "{\"name\":\"subscriber-keys\",\"ready\":true}]}");
            assertThat(get(port, "/metrics").body())
                    .contains("jvm_memory_used_bytes", "journal_appends_seconds_count");
        }
    }

    private static AnnotationConfigApplicationContext context(TestBroker broker) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        Map<String, Object> properties =
                Map.of(
                        "interlude.kafka.bootstrap-servers",
                        broker.bootstrapServers(),
                        "interlude.signing.secrets",
                        SECRET,
                        "interlude.http.port",
                        0,
                        "interlude.outbox.folder",
                        outboxFolder.toString());
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", properties));
        context.register(
                KitConfiguration.class,
                JournalConfiguration.class,
                AggregateViewsConfiguration.class,
                CatalogueHistoryConfiguration.class,
                HttpServerConfiguration.class);
        context.registerBean(
                SchemaRegistryClient.class,
                () ->
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        context.registerBean("topics", Provisioning.class, () -> () -> create(broker));
        context.refresh();
        return context;
    }

    private static void create(TestBroker broker) {
        List<String> partitioned =
                Topics.all().stream().filter(Topic::partitioned).map(Topic::name).toList();
        try {
            broker.create(Topics.catalogue().stream().map(Topic::name).toList(), 1);
            broker.create(
                    List.of(
                            Topics.CATALOGUE_HISTORY.name(),
                            Topics.SUBSCRIBER_KEYS.name(),
                            Topics.ENDED_SESSIONS.name(),
                            Topics.AUDITS.name()),
                    1);
            broker.create(partitioned, 2);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> get(int port, String path) {
        try {
            return CLIENT.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(Duration.ofSeconds(60))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
