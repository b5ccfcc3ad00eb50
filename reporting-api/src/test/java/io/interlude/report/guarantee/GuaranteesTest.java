package io.interlude.report.guarantee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.boot.ReportServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The published guarantees name their proofs, and the page says what the API says. With
/// `-Dguarantees.write=true` the page is first written anew.
class GuaranteesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve(Path.of("docs", "guarantees.md"));
    private static final List<JsonNode> GUARANTEES =
            JsonMapper.shared()
                    .readTree(GuaranteesHandler.content())
                    .path("guarantees")
                    .valueStream()
                    .toList();

    private static final List<List<String>> SITUATIONS =
            List.of(
                    List.of("oneInstance", "One instance"),
                    List.of("severalInstances", "Several instances"),
                    List.of("kafkaAway", "While Kafka is away"),
                    List.of("afterKill", "After a kill"));

    @ParameterizedTest
    @FieldSource("GUARANTEES")
    void isHeldByTestsAndHarnessesThatExist(JsonNode guarantee) throws IOException {
        Set<String> classes = testClasses();
        assertThat(guarantee.path("heldBy").valueStream().map(JsonNode::asString))
                .isNotEmpty()
                .allMatch(name ->
                        name.startsWith("benchmarks/")
                                ? Files.isExecutable(ROOT.resolve(name))
                                : classes.contains(name + ".java"));
    }

    private static Set<String> testClasses() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve(Path.of("src", "test", "java")))
                    .filter(Files::isDirectory)
                    .flatMap(GuaranteesTest::files)
                    .collect(Collectors.toSet());
        }
    }

    private static Stream<String> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @FieldSource("GUARANTEES")
    void saysWhatHoldsInEachSituation(JsonNode guarantee) {
        for (List<String> situation : SITUATIONS) {
            assertThat(guarantee.path(situation.getFirst()).asString()).endsWith(".");
        }
    }

    @Test
    void pageSaysTheSame() throws IOException {
        if (Boolean.getBoolean("guarantees.write")) {
            Files.writeString(PAGE, page(), UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page());
    }

    private static String page() {
        StringBuilder page =
                new StringBuilder(
                        """
                        # Guarantees

                        How far each promise holds: the same as `GET /v1/guarantees` answers, which needs no key. Names without a path are tests of the suite; `benchmarks/…` are
                        harnesses that anyone can run ([benchmarks](../benchmarks/README.md)).
                        """);
        for (JsonNode guarantee : GUARANTEES) {
            page.append("\n## ").append(guarantee.path("subject").asString()).append("\n\n");
            for (List<String> situation : SITUATIONS) {
                page.append(
                        "- **%s**: %s%n"
                                .formatted(
                                        situation.getLast(),
                                        guarantee.path(situation.getFirst()).asString()));
            }
            page.append(
                    guarantee
                            .path("heldBy")
                            .valueStream()
                            .map(name -> "`" + name.asString() + "`")
                            .collect(Collectors.joining(", ", "\nHeld by ", ".\n")));
        }
        return page.toString();
    }

    @Test
    void isToldToEverybody() throws Exception {
        try (ReportServer server =
                        new ReportServer(
                                InstantSource.system(),
                                Duration.ofSeconds(1),
                                new GuaranteesHandler());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(
                            HttpRequest.newBuilder(server.uri("/v1/guarantees")).build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(JsonMapper.shared().readTree(answer.body()).path("guarantees").valueStream())
                    .containsExactlyElementsOf(GUARANTEES);
        }
    }
}
