package io.interlude.context.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpEmbedderTest {
    private static final String CANARY = "canary-7f3a";
    private static final String KEY = "sk-canary-key";
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final String TWO =
            "{\"data\":[{\"index\":1,\"embedding\":[0,2]},{\"index\":0,\"embedding\":[3,0]}]}";

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer server;
    private volatile int status = 200;
    private volatile String answer = TWO;
    private volatile String asked = "";
    private volatile String authorization = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/embeddings", this::handle);
        server.createContext("/elsewhere", _ -> calls.addAndGet(100));
        server.start();
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        asked = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (answer.equals("never")) {
            try {
                ended.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] body = (answer.equals("echo") ? asked : answer).getBytes(UTF_8);
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(status, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private HttpEmbedder embedder(Duration pause) {
        URI uri =
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/embeddings");
        return new HttpEmbedder(
                new HttpEmbedder.Endpoint(uri, "m", KEY), PATIENCE, pause, 0, new TurnReadings());
    }

    private static Embedding read(HttpEmbedder embedder) {
        return embedder.embed(
                List.of(new WeightedText("a " + CANARY, 1), new WeightedText("hotel", 0.5)));
    }

    @Test
    void addsUpThePartsByTheirWeights() {
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            Embedding reading = read(embedder);

            // The first counts twice as much by its weight, and by the root of its length.
            assertThat(reading.value(0))
                    .isCloseTo((float) (2 * Math.sqrt(13 / 5.0)) * reading.value(1), within(1e-5f));
            assertThat(embedder.dimensions()).isEqualTo(2);
            assertThat(asked).contains("\"model\":\"m\"", "[\"a " + CANARY + "\",\"hotel\"]");
            assertThat(authorization).isEqualTo("Bearer " + KEY);
        }
    }

    @Test
    void doesNotAskAgainForWhatItHasRead() {
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            Embedding reading = read(embedder);

            assertThat(read(embedder)).isEqualTo(reading);
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    void doesNotAskForNothing() {
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            assertThat(embedder.embed(" ").isNone()).isTrue();
            assertThat(calls).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "500 | echo | status 500",
                "400 | echo | text refused with status 400",
                "302 | echo | status 302",
                "200 | echo | a vector too few",
                "200 | canary-7f3a | an answer that is no JSON",
                "200 | never | no answer in time",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[1,2]}]} | a vector too few",
                "200 | {\"data\":[{\"index\":7,\"embedding\":[1]}]} | vectors for other texts",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[]}]} | no vector",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[0,0]}]} | a vector of zeros",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[NaN]}]} | an answer that is no JSON",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[1e999]}]} | a vector of something else than numbers",
                "200 | {\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":1,\"embedding\":[1]}]} | a vector of another dimension",
            })
    void tellsWhatWentWrongWithoutAWordOfIt(int status, String answer, String reason) {
        this.status = status;
        this.answer = answer;
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            assertThatThrownBy(() -> read(embedder))
                    .isInstanceOf(ReaderUnavailableException.class)
                    .hasMessage(reason)
                    .hasNoCause();
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    void takesNoAnswerBeyondItsBound() {
        answer = " ".repeat(HttpEmbedder.MOST_BYTES + 1);
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            assertThatThrownBy(() -> read(embedder)).hasMessage("no whole answer").hasNoCause();
        }
    }

    @Test
    void leavesAFailedEndpointAloneForAWhile() {
        status = 500;
        try (HttpEmbedder embedder = embedder(Duration.ofMinutes(1))) {
            assertThatThrownBy(() -> read(embedder)).hasMessage("status 500");
            assertThatThrownBy(() -> read(embedder)).hasMessage("paused after a failure");
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    void readsAgainOnceTheEndpointIsBack() {
        try (HttpEmbedder embedder = embedder(Duration.ZERO)) {
            server.removeContext("/v1/embeddings");
            assertThatThrownBy(() -> read(embedder)).hasMessage("status 404");
            server.createContext("/v1/embeddings", this::handle);

            assertThat(read(embedder).isNone()).isFalse();
        }
    }

    @Test
    void printsWithoutItsKey() {
        var endpoint = new HttpEmbedder.Endpoint(URI.create("http://localhost"), "m", KEY);

        assertThat(endpoint.toString()).doesNotContain(KEY);
    }
}
