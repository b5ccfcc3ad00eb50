package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import io.interlude.local.registry.RegistryRoutes;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/// Each service as a process of its own, from its own jar, all with one environment, against a
/// broker and a registry that none of them started.
@TestMethodOrder(OrderAnnotation.class)
class ServicesIT {
    private static final String OPERATOR_TOKEN = "operator-token-of-the-services-test";
    private static final List<String> SERVICES =
            List.of(
                    "management-api",
                    "streams-aggregator",
                    "event-ingest",
                    "fetch-service",
                    "reporting-api");

    /// As a Kafka that is set up for quick restarts.
    private static final Map<String, String> BROKER =
            Map.of(
                    "group.streams.initial.rebalance.delay.ms", "0",
                    "group.streams.min.heartbeat.interval.ms", "100",
                    "group.streams.heartbeat.interval.ms", "500",
                    "group.streams.min.session.timeout.ms", "1000",
                    "group.streams.session.timeout.ms", "10000",
                    "offsets.topic.num.partitions", "1");

    /// That counters are late is no reason here to serve nothing.
    private static final Map<String, String> ONE_OF_TWO_FETCH_SERVICES =
            Map.of(
                    "INTERLUDE_FETCH_INSTANCES", "2",
                    "INTERLUDE_FETCH_NODE", "0",
                    "INTERLUDE_FETCH_COUNTER_WAIT", "5s",
                    "INTERLUDE_STATE_COUNTER_WAIT", "5s",
                    "INTERLUDE_OUTBOX_SLOW_AFTER", "1s");

    @TempDir static Path folder;
    private static final Map<String, ServiceUnderTest> NAME_TO_SERVICE = new HashMap<>();
    private static final Map<String, String> ENVIRONMENT = new HashMap<>();
    private static TestBroker broker;
    private static HttpEndpoint registry;

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(Files.createDirectory(folder.resolve("broker")), BROKER);
        RegistryRequestHandler schemas =
                new RegistryRequestHandler(SchemaRegistry.load(new InMemorySchemaJournal()));
        registry =
                LoopbackServer.of(
                        List.of(
                                new RegistryRoutes(
                                        () -> schemas,
                                        new OperatorGate(
                                                new OperatorToken(OPERATOR_TOKEN),
                                                2 * SERVICES.size(),
                                                new SimpleMeterRegistry()),
                                        Schedulers.boundedElastic())),
                        new SimpleMeterRegistry());
        registry.start();
        Map<String, Integer> nameToPort = new HashMap<>();
        for (String name : SERVICES) {
            nameToPort.put(name, FreePorts.one());
        }
        ENVIRONMENT.putAll(environment(nameToPort));
        ENVIRONMENT.putAll(ONE_OF_TWO_FETCH_SERVICES);
        for (String name : SERVICES) {
            NAME_TO_SERVICE.put(
                    name, ServiceUnderTest.launch(name, nameToPort.get(name), folder, ENVIRONMENT));
        }
        for (ServiceUnderTest service : NAME_TO_SERVICE.values()) {
            service.awaitReady();
        }
    }

    /// The same for all of them, as a compose file or a config map gives it.
    private static Map<String, String> environment(Map<String, Integer> nameToPort) {
        return Map.of(
                "BOOTSTRAP_SERVERS",
                broker.bootstrapServers(),
                "SCHEMA_REGISTRY_URL",
                "http://operator:%s@127.0.0.1:%d/registry"
                        .formatted(OPERATOR_TOKEN, registry.port()),
                "INTERLUDE_KAFKA_PARTITIONS",
                "2",
                "INTERLUDE_SIGNING_SECRETS",
                "00112233445566778899aabbccddeeff".repeat(2),
                "INTERLUDE_OPERATOR_TOKEN",
                OPERATOR_TOKEN,
                "INTERLUDE_FETCH_BASE_URL",
                "http://127.0.0.1:" + nameToPort.get("event-ingest"),
                "INTERLUDE_STATE_INSTANCES",
                "http://127.0.0.1:" + nameToPort.get("streams-aggregator"),
                "INTERLUDE_AGGREGATE_STATE_FOLDER",
                folder.resolve("streams").toString(),
                "INTERLUDE_HTTP_REHEARSAL",
                "0",
                "INTERLUDE_STOP_NOTICE",
                "300ms");
    }

    @AfterAll
    static void stop() {
        NAME_TO_SERVICE.values().forEach(ServiceUnderTest::close);
        registry.stop();
        broker.close();
    }

    private static URI url(String service) {
        return NAME_TO_SERVICE.get(service).url();
    }

    @Test
    @Order(1)
    void bookedHereServedThereAndCountedElsewhere() throws Exception {
        // given
        Bookings booked =
                Bookings.make(
                                Api.of(url("management-api"), OPERATOR_TOKEN),
                                url("fetch-service"),
                                "apart")
                        .lineItem(
                                "once",
                                """
                                "frequencyCaps": [{"max": 1, "per": "PT24H", "scope": "lineItem"}],\
                                """);

        // when
        String messageId = served(booked.publisher(), "reader-1").path("messageId").asString();
        Api events = booked.publisher().at(url("event-ingest"));
        assertThat(events.event("read", messageId).statusCode()).isEqualTo(201);

        // then
        Report.await(
                booked.management().at(url("reporting-api")),
                "metrics=fetches,reads",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asInt() == 1
                                && rows.getFirst().path("reads").asInt() == 1);
        assertThat(fetch(booked.publisher(), "reader-1").statusCode()).isEqualTo(204);
        assertThat(fetch(booked.publisher(), "reader-2").statusCode()).isEqualTo(200);
    }

    /// The catalogue reaches the other process within 2 s.
    private static JsonNode served(Api publisher, String subscriber)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                Eventually.found(
                        "an ad is served",
                        Duration.ofSeconds(60),
                        () -> fetch(publisher, subscriber),
                        found -> found.statusCode() == 200);
        return Api.JSON.readTree(answer.body());
    }

    private static HttpResponse<String> fetch(Api publisher, String subscriber)
            throws IOException, InterruptedException {
        return publisher.fetch(
                """
                {"adUnit": "pause", "subscriber": "%s"}\
                """
                        .formatted(subscriber));
    }

    @Test
    @Order(2)
    void eachTellsOfItself() throws Exception {
        for (String name : SERVICES) {
            ServiceUnderTest service = NAME_TO_SERVICE.get(name);
            assertThat(service.status("/health/live")).as(name).isEqualTo(200);
            assertThat(service.get("/metrics"))
                    .as(name)
                    .contains("http_server_requests_seconds_count{", "service=\"" + name + "\"");
        }
    }

    /// Behind a gateway one description must do: it is the one beside the console.
    @Test
    @Order(3)
    void theReportsDescriptionIsThatOfAll() throws Exception {
        Set<String> ofEach = new TreeSet<>();
        for (String name : SERVICES) {
            ofEach.addAll(paths(name));
        }

        assertThat(paths("reporting-api")).isEqualTo(ofEach);
        assertThat(paths("event-ingest"))
                .contains("/v1/event", "/c/{token}")
                .doesNotContain("/v1/reports", "/v1/fetch/v2");
    }

    private static Set<String> paths(String name) throws IOException, InterruptedException {
        JsonNode document = Api.JSON.readTree(NAME_TO_SERVICE.get(name).get("/openapi.json"));
        return new TreeSet<>(document.path("paths").propertyNames());
    }

    @Test
    @Order(4)
    void refusesToStartInOneLineWithSettingsThatAreNoSettings() throws Exception {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("INTERLUDE_KAKFA_PARTITIONS", "2");
        environment.put("INTERLUDE_INGEST_CLICK_WAIT", "1s");
        Path apart = Files.createDirectory(folder.resolve("apart"));

        try (ServiceUnderTest refused =
                ServiceUnderTest.launch("event-ingest", 0, apart, environment)) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.log().lines())
                    .singleElement()
                    .asString()
                    .contains(
                            "event=start_failed service=event-ingest",
                            "interlude.kakfa.partitions is unknown",
                            "interlude.ingest.click-wait is not 10 to 240 ms");
        }
    }

    @Test
    @Order(5)
    void aConversationThatMovesToAnotherFetchServiceTakesNoMoreAds() throws Exception {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("INTERLUDE_FETCH_NODE", "1");
        Path beside = Files.createDirectory(folder.resolve("beside"));
        try (ServiceUnderTest other =
                ServiceUnderTest.launch("fetch-service", FreePorts.one(), beside, environment)) {
            Bookings booked =
                    Bookings.make(
                            Api.of(url("management-api"), OPERATOR_TOKEN),
                            url("fetch-service"),
                            "talking");
            MovedConversationJourney.move(booked, other.awaitReady().url(), other::close);
        }
    }

    @Test
    @Order(6)
    void eachEndsInOrderWhenItIsAskedTo() throws Exception {
        ServiceUnderTest last = NAME_TO_SERVICE.get("event-ingest");

        NAME_TO_SERVICE.values().forEach(ServiceUnderTest::terminate);

        for (ServiceUnderTest service : NAME_TO_SERVICE.values()) {
            assertThat(service.exitCode()).as(service.log()).isZero();
            assertThat(service.log())
                    .contains("event=service_draining", "event=service_stopped")
                    .doesNotContain("level=ERROR");
        }
        assertThat(last.status("/health/live")).isEqualTo(-1);
    }
}
