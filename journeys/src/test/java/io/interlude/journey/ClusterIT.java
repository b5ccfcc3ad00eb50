package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.interlude.local.demo.DemoKeys;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Three brokers, a registry, one of each service and the gateway, as processes: one journey, since
/// the start is what takes the time.
class ClusterIT {
    private static final int SERVED = 200;

    @TempDir private Path folder;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60)).build();

    @Test
    void servesCountsRestartsAndEnds() throws Exception {
        assumeTrue(hasGateway(), "left out: the cluster's gateway is HAProxy: install haproxy");
        try (RunningCluster cluster =
                RunningCluster.start(folder.resolve("data"), "--instances", "1")) {
            DemoKeys keys = DemoKeys.read(cluster.folder()).orElseThrow();
            assertThat(cluster.output().getLast()).isEqualTo("ready " + cluster.url());
            tellsOfEveryProcess(cluster);

            String messageId = servesAndRecords(cluster.url(), keys);
            countsInTheReport(cluster.url(), keys);
            aToolReachesAnotherService(cluster.url(), keys);
            startsAKilledServiceAgain(cluster, keys);
            writesNoKeyIntoALog(cluster, keys);
            assertThat(messageId).startsWith("native-");

            List<ProcessHandle> processes = cluster.descendants();
            assertThat(processes).hasSizeGreaterThanOrEqualTo(11);
            assertThat(cluster.terminate()).isZero();
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
        }
    }

    private static boolean hasGateway() {
        return Stream.concat(
                        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1)),
                        Stream.of("/usr/sbin"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "haproxy")));
    }

    private static void tellsOfEveryProcess(RunningCluster cluster) throws IOException {
        JsonNode processes = cluster.description().path("processes");
        assertThat(
                        StreamSupport.stream(processes.spliterator(), false)
                                .filter(process -> process.path("alive").asBoolean())
                                .map(process -> process.path("name").asString()))
                .containsExactly(
                        "broker-1",
                        "broker-2",
                        "broker-3",
                        "registry",
                        "streams-aggregator-1",
                        "management-api-1",
                        "event-ingest-1",
                        "fetch-service-1",
                        "reporting-api-1",
                        "gateway");
    }

    private String servesAndRecords(URI url, DemoKeys keys) throws Exception {
        HttpResponse<String> served = fetch(url, keys, "reader-1");
        assertThat(served.statusCode()).isEqualTo(SERVED);
        String messageId = JsonMapper.shared().readTree(served.body()).path("messageId").asString();
        HttpResponse<String> recorded =
                post(
                        url.resolve("/v1/event"),
                        fetchKey(keys),
                        """
                        {"version": 2, "eventType": "read", "fetchEventId": "%s"}\
                        """
                                .formatted(messageId));
        assertThat(recorded.statusCode()).isEqualTo(201);
        return messageId;
    }

    private void countsInTheReport(URI url, DemoKeys keys) {
        URI report = url.resolve("/v1/reports?granularity=total&metrics=reads");
        RunningCluster.await(
                "the read is in the report",
                () -> unchecked(() -> get(report, keys.managementKey()).body().contains("1")));
    }

    /// Tools are served by one service, and call the others through the gateway.
    private void aToolReachesAnotherService(URI url, DemoKeys keys) throws Exception {
        HttpResponse<String> answer =
                post(
                        url.resolve("/mcp"),
                        fetchKey(keys),
                        """
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                         "params": {"name": "get_ad", "arguments": {"adUnit": "__sandbox__"}}}\
                        """);

        assertThat(
                        JsonMapper.shared()
                                .readTree(answer.body())
                                .at("/result/structuredContent/messageId")
                                .asString())
                .as(answer.body())
                .startsWith("native-");
    }

    private void startsAKilledServiceAgain(RunningCluster cluster, DemoKeys keys) throws Exception {
        long pid = cluster.process("fetch-service-1").path("pid").asLong();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();

        RunningCluster.await(
                "the supervisor says so",
                () ->
                        cluster.output().stream()
                                .anyMatch(line ->
                                        line.endsWith(
                                                "fetch-service-1 ended with 137, is started"
                                                        + " again")));
        URI url = cluster.url();
        RunningCluster.await(
                "the gateway serves again",
                () -> unchecked(() -> fetch(url, keys, "reader-2").statusCode() == SERVED));
        JsonNode told = cluster.process("fetch-service-1");
        assertThat(told.path("pid").asLong()).isNotEqualTo(pid);
        assertThat(told.path("starts").asInt()).isEqualTo(2);
    }

    private static void writesNoKeyIntoALog(RunningCluster cluster, DemoKeys keys)
            throws IOException {
        List<String> secrets =
                Stream.concat(
                                Stream.of(keys.managementKey()),
                                keys.applications().stream().map(DemoKeys.Entry::key))
                        .toList();
        try (Stream<Path> logs = Files.list(cluster.folder().resolve("log"))) {
            for (Path log : logs.toList()) {
                assertThat(Files.readString(log)).as(log.toString()).doesNotContain(secrets);
            }
        }
    }

    private HttpResponse<String> fetch(URI url, DemoKeys keys, String subscriber)
            throws IOException, InterruptedException {
        return post(
                url.resolve("/v1/fetch/v2"),
                fetchKey(keys),
                """
                {"subscriber": "%s", "attributes": {"country": "US"},
                 "context": "Can you find us a hotel in Lisbon for two nights?"}\
                """
                        .formatted(subscriber));
    }

    private static String fetchKey(DemoKeys keys) {
        return keys.applications().getFirst().key();
    }

    private HttpResponse<String> post(URI url, String key, String body)
            throws IOException, InterruptedException {
        return http.send(
                request(url, key)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(URI url, String key) throws IOException, InterruptedException {
        return http.send(request(url, key).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(URI url, String key) {
        return HttpRequest.newBuilder(url)
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + key);
    }

    private static boolean unchecked(Asking asking) {
        try {
            return asking.ask();
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private interface Asking {
        boolean ask() throws IOException, InterruptedException;
    }
}
