package io.interlude.report.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.json.Json;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Manifests over a socket, and what an auditor makes of them with the tools of a Node.
class ManifestHandlerIT {
    private static final String OPERATOR = "operator-of-manifests";
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(START.plusSeconds(36_000));
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Path EXAMPLE = Path.of("..", "examples", "manifests", "verify.mjs");
    private static final int HOURS = 5;
    private static final long RUN_SECONDS = 60;

    @TempDir private static Path folder;

    private static TestBroker broker;
    private static KafkaClients clients;
    private static ManifestJournal journal;
    private static HttpEndpoint endpoint;

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(folder.resolve("broker"));
        broker.create(List.of(Topics.MANIFESTS.name()), 1);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        journal = new ManifestJournal(clients::replayConsumer, clients.deserializer());
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        ManifestKeys keys = new ManifestKeys(new SigningKeys(List.of(new byte[32])), List.of());
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new ManifestHandler(
                                        new FixedKeys(),
                                        new OperatorGate(new OperatorToken(OPERATOR), 0, meters),
                                        journal,
                                        new SealingProgress(
                                                journal,
                                                clients::sealingConsumer,
                                                Duration.ofMinutes(1)),
                                        keys,
                                        CLOCK)),
                        meters);
        endpoint.start();
        write(keys);
    }

    private static void write(ManifestKeys keys) {
        try (Producer<String, SpecificRecord> producer = clients.transactionalProducer("test")) {
            producer.initTransactions();
            producer.beginTransaction();
            for (String topic : List.of("ads.clicks", "ads.fetches")) {
                PartitionHours hours = new PartitionHours(new TopicPartition(topic, 1), null);
                for (int hour = 0; hour < HOURS; hour++) {
                    Instant at = START.plusSeconds(3_600L * hour);
                    hours.add(hour, at.toEpochMilli(), null, null);
                    var _ =
                            producer.send(
                                    new ProducerRecord<>(
                                            Topics.MANIFESTS.name(),
                                            0,
                                            at.plusSeconds(3_660).toEpochMilli(),
                                            topic,
                                            keys.seal(hours.close(), at.plusSeconds(3_660))));
                }
            }
            producer.commitTransaction();
        }
        broker.awaitCommitted(List.of(Topics.MANIFESTS.name()), 1);
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
        journal.close();
        broker.close();
    }

    @Test
    void tellsAnOrgNothingOfHowMuchAllDo() throws Exception {
        // when
        JsonNode own = json(get("il_read_1", "/v1/journal/manifests?limit=1"));
        JsonNode operators = json(get(OPERATOR, "/v1/operator/manifests?limit=1"));

        // then
        assertThat(own.path("orgId").asString()).isEqualTo("org-1");
        assertThat(operators.has("orgId")).isFalse();
        JsonNode item = own.path("items").path(0);
        assertThat(item.propertyNames())
                .containsExactly(
                        "topic",
                        "partition",
                        "hour",
                        "rangeDigest",
                        "previousHash",
                        "hash",
                        "sealedAt",
                        "keyId",
                        "signature",
                        "cursor");
        assertThat(operators.path("items").path(0).propertyNames())
                .contains("firstOffset", "lastOffset", "count", "rangeSalt");
        assertThat(operators.path("items").path(0).path("signature"))
                .isEqualTo(item.path("signature"));
    }

    @Test
    void asksForItsKeys() throws Exception {
        assertThat(get("il_mgmt_1", "/v1/journal/manifests").statusCode()).isEqualTo(200);
        assertThat(get("il_fetch_1", "/v1/journal/manifests").statusCode()).isEqualTo(403);
        assertThat(get(OPERATOR, "/v1/journal/manifests").statusCode()).isEqualTo(401);
        assertThat(get("il_mgmt_1", "/v1/operator/manifests").statusCode()).isEqualTo(401);
        HttpResponse<String> keys =
                CLIENT.send(
                        HttpRequest.newBuilder(uri("/v1/journal/manifests/keys")).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(keys.statusCode()).isEqualTo(200);
        assertThat(json(keys).path("keys").path(0).path("crv").asString()).isEqualTo("Ed25519");
    }

    @Test
    void pagesThroughWhatIsAskedFor() throws Exception {
        // given
        String query = "?from=2026-03-01T01:30:00Z&to=2026-03-01T04:00:00Z&topic=ads.clicks";
        List<String> hours = new ArrayList<>();
        Optional<String> cursor = Optional.empty();

        // when
        do {
            JsonNode page =
                    json(
                            get(
                                    "il_read_1",
                                    "/v1/journal/manifests"
                                            + query
                                            + "&partition=1&limit=2"
                                            + cursor.map("&cursor="::concat).orElse("")));
            page.path("items").forEach(item -> hours.add(item.path("hour").asString()));
            assertThat(page.has("sealedTo")).isNotEqualTo(page.has("nextCursor"));
            cursor = Optional.ofNullable(page.path("nextCursor").asString(null));
        } while (cursor.isPresent());

        // then
        assertThat(hours)
                .containsExactly(
                        "2026-03-01T01:00:00Z", "2026-03-01T02:00:00Z", "2026-03-01T03:00:00Z");
        assertThat(
                        json(get("il_read_1", "/v1/journal/manifests?partition=7"))
                                .path("items")
                                .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "from,from=yesterday",
        "from,from=2026-03-01T01:00:00Z&to=2026-03-01T01:00:00Z",
        "topic,topic=ads.rejected",
        "partition,partition=-1",
        "limit,limit=0",
        "limit,limit=1001",
        "cursor,cursor=x",
        "cursor,cursor=AQ",
        "hour,hour=1"
    })
    void namesTheParameterAtFault(String field, String query) throws Exception {
        HttpResponse<String> refused = get("il_read_1", "/v1/journal/manifests?" + query);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("field").asString()).isEqualTo(field);
    }

    @Test
    void theExampleVerifiesThemWithStockTools() throws Exception {
        assertThat(verify("/v1/journal/manifests", "il_read_1"))
                .contains("10 manifests of 2 partitions are signed and linked");
        assertThat(verify("/v1/operator/manifests", OPERATOR))
                .contains("10 manifests of 2 partitions are signed and linked");
    }

    private static String verify(String path, String key) throws IOException, InterruptedException {
        Optional<Path> node =
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                        .flatMap(bin -> Stream.of("node", "nodejs").map(Path.of(bin)::resolve))
                        .filter(Files::isExecutable)
                        .findFirst();
        assumeTrue(node.isPresent(), "left out: the example needs Node, and there is none");
        Path printed = folder.resolve("verify.txt");
        ProcessBuilder builder =
                new ProcessBuilder(
                                node.orElseThrow().toString(),
                                EXAMPLE.toString(),
                                uri(path + "?from=2026-03-01T00:00:00Z&limit=3").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile());
        builder.environment().put("INTERLUDE_KEY", key);
        Process process = builder.start();
        if (!process.waitFor(RUN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
        return Files.readString(printed);
    }

    private static HttpResponse<String> get(String key, String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + key).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + endpoint.port() + path);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }
}
