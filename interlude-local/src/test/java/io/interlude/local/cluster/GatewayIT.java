package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The gateway's configuration in the program that reads it, before stubs.
class GatewayIT {
    private static final int SUBSCRIBERS = 200;

    @TempDir private static Path folder;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        Optional<List<String>> program = RunningGateway.program();
        assumeTrue(program.isPresent(), "left out: the gateway is HAProxy: install haproxy");
        gateway = RunningGateway.start(program.get(), folder);
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    static List<List<String>> describedPaths() {
        return GatewayRoutesTest.describedPaths().toList();
    }

    @ParameterizedTest
    @MethodSource("describedPaths")
    void sendsADescribedPathToItsService(List<String> pathAndBackend) throws Exception {
        HttpResponse<String> answer = gateway.get(pathAndBackend.get(0));

        assertThat(RunningGateway.instance(answer)).startsWithIgnoringCase(pathAndBackend.get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/internal/v1/state/owners", "/metrics", "/registry", "/nothing"})
    void answersForWhatNoServiceIsAskedFor(String path) throws Exception {
        HttpResponse<String> answer = gateway.get(path);

        assertThat(RunningGateway.instance(answer)).isEqualTo("the gateway");
        assertThat(answer.statusCode()).isEqualTo(404);
        JsonNode json = JsonMapper.shared().readTree(answer.body());
        assertThat(json.path("reason").asString()).isEqualTo("not_found");
        assertThat(json.path("description").asString()).isNotBlank();
    }

    @Test
    void keepsASubscriberOnOneInstanceHoweverTheFetchIsWritten() throws Exception {
        Set<String> instances = new HashSet<>();
        for (int i = 0; i < SUBSCRIBERS; i++) {
            String subscriber = "reader-" + i;
            Set<String> own = new HashSet<>();
            own.add(fetched("{\"subscriber\":\"" + subscriber + "\"}"));
            own.add(
                    fetched(
                            """
                            {"context": [{"role": "user", "text": "the \\"subscriber\\": \\"other\\""}],
                             "attributes": {"subscriber": "inner"},
                             "subscriber" : "%s"}\
                            """
                                    .formatted(subscriber)));
            own.add(got("/v1/fetch/v2?subscriber=" + subscriber));
            own.add(got("/v1/fetch/v2?x=1&subscriber=reader%2D" + i));

            assertThat(own).as(subscriber).hasSize(1);
            instances.addAll(own);
        }
        assertThat(instances).containsExactlyInAnyOrder("FETCH_1", "FETCH_2");
    }

    /// As the service reads it: the body's, unless that is null or absent.
    @Test
    void takesTheBodysSubscriberBeforeTheQuerys() throws Exception {
        for (int i = 0; i < SUBSCRIBERS; i++) {
            String own = fetched("{\"subscriber\":\"reader-" + i + "\"}");
            String body = "{\"subscriber\":\"reader-" + i + "\"}";

            assertThat(posted("/v1/fetch/v2?subscriber=another-" + i, body)).isEqualTo(own);
            assertThat(posted("/v1/fetch/v2?subscriber=reader-" + i, "{\"subscriber\":null}"))
                    .isEqualTo(own);
            assertThat(posted("/v1/fetch/v2?subscriber=reader-" + i, "{}")).isEqualTo(own);
        }
    }

    @Test
    void sharesFetchesWithoutASubscriberEvenly() throws Exception {
        int before = gateway.stub("FETCH_1").requests();
        for (int i = 0; i < 40; i++) {
            fetched("{\"adUnit\":\"break\"}");
        }

        assertThat(gateway.stub("FETCH_1").requests() - before).isBetween(15, 25);
    }

    @Test
    void readsTheSubscriberOfTheLargestFetch() throws Exception {
        String context = "word ".repeat(12_000);
        String large = "{\"context\":\"" + context + "\",\"subscriber\":\"%s\"}";
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> answer = gateway.fetch(large.formatted("reader-" + i));

            assertThat(RunningGateway.instance(answer))
                    .isEqualTo(fetched("{\"subscriber\":\"reader-" + i + "\"}"));
            assertThat(answer.headers().firstValue("X-Stub-Bytes"))
                    .contains(String.valueOf(large.formatted("reader-" + i).length()));
        }
    }

    @Test
    void passesALargeImportOn() throws Exception {
        String body = "x".repeat(8 << 20);

        HttpResponse<String> answer = gateway.send("PUT", "/v1/manage/catalogue", body);

        assertThat(RunningGateway.instance(answer)).isEqualTo("MANAGEMENT_1");
        assertThat(answer.headers().firstValue("X-Stub-Bytes")).contains("8388608");
    }

    @Test
    void addsTheClientsAddressBehindWhatTheClientSays() throws Exception {
        HttpResponse<String> answer =
                gateway.get("/c/token", "X-Forwarded-For", "198.51.100.1, 203.0.113.7");

        assertThat(answer.headers().firstValue("X-Stub-Forwarded"))
                .contains("198.51.100.1, 203.0.113.7, 127.0.0.1");
    }

    @Test
    void keepsACallerOfReportsOnOneInstance() throws Exception {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String key = "il_mgmt_" + i;
            String audited =
                    RunningGateway.instance(
                            gateway.send(
                                    "POST", "/v1/audits", "{}", "Authorization", "Bearer " + key));
            String read =
                    RunningGateway.instance(
                            gateway.get("/v1/audits/some-id", "Authorization", "Bearer " + key));

            assertThat(read).isEqualTo(audited);
            all.add(read);
        }
        assertThat(all).containsExactlyInAnyOrder("REPORTS_1", "REPORTS_2");
    }

    @Test
    void leavesAnInstanceThatIsNotReadyAndComesBackToIt() throws Exception {
        StubService second = gateway.stub("FETCH_2");
        List<String> its =
                IntStream.range(0, SUBSCRIBERS)
                        .mapToObj(i -> "{\"subscriber\":\"reader-" + i + "\"}")
                        .filter(body -> fetchedUnchecked(body).equals("FETCH_2"))
                        .toList();
        List<String> others =
                IntStream.range(0, SUBSCRIBERS)
                        .mapToObj(i -> "{\"subscriber\":\"reader-" + i + "\"}")
                        .filter(body -> !its.contains(body))
                        .toList();

        second.setReady(false);
        Eventually.holds(
                "the gateway leaves it",
                () -> its.stream().allMatch(body -> fetchedUnchecked(body).equals("FETCH_1")));
        assertThat(others)
                .as("subscribers of the other stay there")
                .allMatch(body -> fetchedUnchecked(body).equals("FETCH_1"));

        second.setReady(true);
        Eventually.holds(
                "the gateway comes back to it, at last with all of its subscribers",
                () -> its.stream().allMatch(body -> fetchedUnchecked(body).equals("FETCH_2")));
    }

    private static String fetchedUnchecked(String body) {
        try {
            return fetched(body);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String fetched(String body) throws IOException, InterruptedException {
        return RunningGateway.instance(gateway.fetch(body));
    }

    private static String got(String path) throws IOException, InterruptedException {
        return RunningGateway.instance(gateway.get(path));
    }

    private static String posted(String path, String body)
            throws IOException, InterruptedException {
        return RunningGateway.instance(
                gateway.send("POST", path, body, "Content-Type", "application/json"));
    }
}
