package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import io.interlude.local.broker.LocalBroker;
import io.interlude.local.broker.LocalBrokerConfig;
import io.interlude.web.boot.OutsideBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideBrokerIT {
    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir private Path folder;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<String> told = new CopyOnWriteArrayList<>();

    private CompletableFuture<Void> waiting(String brokers, int port) {
        return waiting(KafkaConnection.plain(brokers), port);
    }

    private CompletableFuture<Void> waiting(KafkaConnection kafka, int port) {
        OutsideBroker broker = new OutsideBroker(kafka, closing, told::add);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        broker.await("127.0.0.1", port, null);
                        ended.complete(null);
                    } catch (InterruptedException | RuntimeException e) {
                        ended.completeExceptionally(e);
                    }
                });
        return ended;
    }

    @Test
    void livesAndIsNotReadyUntilABrokerAnswers() throws Exception {
        // given
        int[] ports = {FreePorts.one(), FreePorts.one()};
        CompletableFuture<Void> ended = waiting("127.0.0.1:" + ports[0], ports[1]);

        // then
        awaitLive(ports[1]);
        assertThat(status(ports[1], "/health/ready")).isEqualTo(503);
        assertThat(get(ports[1], "/health/ready").body())
                .contains(
                        "\"reason\":\"state_unavailable\"", "{\"name\":\"kafka\",\"ready\":false}");
        assertThat(get(ports[1], "/c/some-token").headers().firstValue("Retry-After"))
                .contains("1");
        assertThat(ended).isNotDone();
        assertThat(told).hasSize(1);

        // and when
        try (LocalBroker _ = LocalBroker.start(LocalBrokerConfig.of(folder, ports[0]))) {
            assertThat(ended).succeedsWithin(DEADLINE);
        }
        assertThat(status(ports[1], "/health/live")).isEqualTo(-1);
    }

    @Test
    void stopsWaitingWhenTheProcessEnds() throws Exception {
        int[] ports = {FreePorts.one(), FreePorts.one()};
        CompletableFuture<Void> ended = waiting("127.0.0.1:" + ports[0], ports[1]);
        awaitLive(ports[1]);

        closing.countDown();

        assertThatThrownBy(() -> ended.get(60, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void endsWithASentenceWhereItIsNotLetIn() throws Exception {
        int port = FreePorts.one();
        try (TestBroker broker = TestBroker.startWithLogin(folder, "test-only-right")) {
            String brokers = broker.bootstrapServers();

            assertThat(
                            waiting(
                                    new KafkaConnection(
                                            brokers, TestBroker.login("test-only-right")),
                                    port))
                    .succeedsWithin(DEADLINE);
            CompletableFuture<Void> refused =
                    waiting(
                            new KafkaConnection(brokers, TestBroker.login("test-only-wrong")),
                            port);
            assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS))
                    .rootCause()
                    .isInstanceOf(SaslAuthenticationException.class);
            assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(
                            "does not let this process in", "interlude.kafka.client")
                    .hasMessageNotContaining("test-only-wrong");
        }
    }

    @Test
    void saysWhatTheClientDoesNotTakeAndQuotesNoSecret() {
        Map<String, String> malformed =
                Map.of(
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        "test-only-secret");

        assertThatThrownBy(() ->
                        waiting(new KafkaConnection("127.0.0.1:9", malformed), 0)
                                .get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("interlude.kafka.client")
                .hasMessageNotContaining("secret");
    }

    private static void awaitLive(int port) {
        Eventually.holds("live", DEADLINE, () -> status(port, "/health/live") == 200);
    }

    private static int status(int port, String path) {
        HttpResponse<String> answer;
        try {
            answer = get(port, path);
        } catch (IOException e) {
            return -1;
        }
        return answer.statusCode();
    }

    private static HttpResponse<String> get(int port, String path) throws IOException {
        try {
            return CLIENT.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(Duration.ofSeconds(5))
                            .build(),
                    BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
