package io.interlude.local.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.schema.registry.rest.RegistryResponse;
import io.interlude.schema.topic.SubjectProvisioner;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.scheduler.Schedulers;

class RegistryRoutesIT {
    private static final String TOKEN = "operator-token-of-the-test";
    private static final String SCHEMA = "{\"schema\": \"\\\"string\\\"\"}";
    private static final String OWN = Topics.KEYS.subject();

    private final HttpClient http = HttpClient.newHttpClient();
    private final RegistryRequestHandler registry =
            new RegistryRequestHandler(
                    SchemaRegistry.load(
                            new InMemorySchemaJournal(),
                            Topics.all().stream().map(Topic::subject).collect(Collectors.toSet())));
    private final HttpEndpoint server =
            LoopbackServer.of(
                    List.of(
                            new RegistryRoutes(
                                    () -> registry,
                                    new OperatorGate(
                                            new OperatorToken(TOKEN),
                                            100,
                                            new SimpleMeterRegistry()),
                                    Schedulers.boundedElastic())),
                    new SimpleMeterRegistry());

    @BeforeEach
    void startAsAServiceOfItsOwnWould() {
        server.start();
        try (HttpSchemaRegistryClient client =
                new HttpSchemaRegistryClient(
                        HttpRegistryConfig.at(
                                "http://operator:%s@127.0.0.1:%d/registry"
                                        .formatted(TOKEN, server.port())))) {
            new SubjectProvisioner(client).provision();
            new SubjectProvisioner(client).provision();
        }
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, subjects, 200",
        "GET, subjects/" + "ads.clicks-value/versions/latest, 200",
        "GET, config/catalogue.keys-value, 200",
        "POST, subjects/none-value, 404",
        "POST, compatibility/subjects/none-value/versions, 200",
        "POST, subjects/none-value/versions, 401",
        "PUT, config, 401",
        "PUT, config/none-value, 401",
        "PUT, mode, 401",
        "DELETE, subjects/catalogue.keys-value, 401",
        "DELETE, subjects/catalogue.keys-value/versions/1, 401",
        "DELETE, config/catalogue.keys-value, 401",
        "DELETE, mode/catalogue.keys-value, 401"
    })
    void anybodyReadsAndNobodyWrites(String method, String path, int status) throws Exception {
        HttpResponse<String> answer = send(method, path, "Accept", "*/*");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        if (status == 401) {
            assertThat(answer.body()).contains("\"error_code\":40101").contains("\"message\":");
            assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        }
    }

    @Test
    void theOperatorWritesByBearerAndByBasic() throws Exception {
        String basic = Base64.getEncoder().encodeToString(("any:" + TOKEN).getBytes(UTF_8));
        for (String header : List.of("Bearer " + TOKEN, "Basic " + basic)) {
            HttpResponse<String> answer =
                    send("POST", "subjects/theirs-value/versions", "Authorization", header);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        String wrong = Base64.getEncoder().encodeToString("any:wrong".getBytes(UTF_8));
        for (String header : List.of("Bearer wrong", "Basic " + wrong, "Basic ?", "Digest x")) {
            assertThat(
                            send("DELETE", "subjects/theirs-value", "Authorization", header)
                                    .statusCode())
                    .isEqualTo(401);
        }
        assertThat(
                        send("DELETE", "subjects/theirs-value", "Authorization", "Bearer " + TOKEN)
                                .body())
                .isEqualTo("[1]");
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, subjects/%s",
        "DELETE, subjects/%s?permanent=true",
        "DELETE, subjects/%s/versions/1",
        "PUT, config/%s",
        "DELETE, config/%s",
        "PUT, mode/%s?force=true",
        "DELETE, mode/%s"
    })
    void notEvenTheOperatorTouchesASubjectOfTheProduct(String method, String path)
            throws Exception {
        String body = "{\"compatibility\": \"NONE\", \"mode\": \"IMPORT\"}";

        HttpResponse<String> answer =
                send(method, path.formatted(OWN), body, "Authorization", "Bearer " + TOKEN);

        assertThat(answer.statusCode()).as(answer.body()).isIn(404, 422);
        assertThat(get("config/" + OWN)).contains("FULL_TRANSITIVE");
        assertThat(get("subjects/" + OWN + "/versions")).isEqualTo("[1]");
    }

    @Test
    void aModeOfTheWholeRegistryLeavesTheProductWritable() throws Exception {
        send("PUT", "mode", "{\"mode\": \"READONLY\"}", "Authorization", "Bearer " + TOKEN);

        startAgain();

        assertThat(
                        send(
                                        "POST",
                                        "subjects/theirs-value/versions",
                                        "Authorization",
                                        "Bearer " + TOKEN)
                                .statusCode())
                .isEqualTo(422);
    }

    private void startAgain() {
        server.stop();
        startAsAServiceOfItsOwnWould();
    }

    @Test
    void aPageOfAnotherSiteWritesNothing() throws Exception {
        String path = "subjects/theirs-value/versions";
        String own = "http://127.0.0.1:" + server.port();

        assertThat(typed(path, "text/plain", own).statusCode()).isEqualTo(415);
        assertThat(typed(path, "application/json", "https://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(typed(path, "application/json", "null").statusCode()).isEqualTo(403);
        assertThat(typed(path, RegistryResponse.CONTENT_TYPE + "; charset=utf-8", own).statusCode())
                .isEqualTo(200);
    }

    @Test
    void refusesWhatIsTooLargeOrTooDeep() throws Exception {
        assertThat(
                        send(
                                        "POST",
                                        "subjects/s",
                                        "{\"schema\": \"" + "x".repeat(300_000) + "\"}",
                                        "Accept",
                                        "*/*")
                                .statusCode())
                .isEqualTo(413);
        String deep = "{\\\"type\\\":\\\"array\\\",\\\"items\\\":".repeat(250);
        HttpResponse<String> answer =
                send(
                        "POST",
                        "compatibility/subjects/s/versions",
                        "{\"schema\": \"" + deep + "\"}",
                        "Accept",
                        "*/*");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("nested more than 200 levels");
    }

    private HttpResponse<String> typed(String path, String type, String origin)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Content-Type", type)
                        .header("Origin", origin)
                        .header("Authorization", "Bearer " + TOKEN)
                        .POST(BodyPublishers.ofString(SCHEMA))
                        .build(),
                BodyHandlers.ofString());
    }

    private String get(String path) throws IOException, InterruptedException {
        return send("GET", path, "Accept", "*/*").body();
    }

    private HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        return send(method, path, SCHEMA, headers[0], headers[1]);
    }

    private HttpResponse<String> send(
            String method, String path, String body, String header, String value)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Content-Type", RegistryResponse.CONTENT_TYPE)
                        .header(header, value)
                        .method(
                                method,
                                method.equals("GET")
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + "/registry/" + path);
    }
}
