package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

/// Many requests over one connection, answered at once or from another thread, in turn.
class KeepAliveIT {
    private static final int PAIRS = 1_500;
    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final HttpEndpoint.Limits LIMITS =
            new HttpEndpoint.Limits(
                    "127.0.0.1", 0, 16_384, 16_384, DEADLINE, DEADLINE, Duration.ofSeconds(1));

    @Test
    void readsTheNextRequestHoweverTheLastOneWasAnswered() throws Exception {
        // given
        HttpEndpoint endpoint =
                new HttpEndpoint(
                        LIMITS, List.of(KeepAliveIT::register), new SimpleMeterRegistry(), 0);
        endpoint.start();

        // when
        int answered = 0;
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < PAIRS; i++) {
                answered += send(client, to(endpoint, "/quick").GET()) == 200 ? 1 : 0;
                HttpRequest.Builder later =
                        to(endpoint, "/later").POST(BodyPublishers.ofString("{\"a\": 1}"));
                answered += send(client, later) == 201 ? 1 : 0;
            }
        } finally {
            endpoint.stop();
        }

        // then
        assertThat(answered).isEqualTo(2 * PAIRS);
    }

    /// Such an address is refused before any handler.
    @Test
    void readsTheNextRequestAfterOneThatCannotBeRead() throws Exception {
        // given
        HttpEndpoint endpoint =
                new HttpEndpoint(
                        LIMITS, List.of(KeepAliveIT::register), new SimpleMeterRegistry(), 0);
        endpoint.start();

        // when
        int answered = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            socket.setSoTimeout((int) DEADLINE.toMillis());
            for (int i = 0; i < PAIRS; i++) {
                answered += statusOf(socket, "/quick?%zz") == 400 ? 1 : 0;
                answered += statusOf(socket, "/quick") == 200 ? 1 : 0;
            }
        } finally {
            endpoint.stop();
        }

        // then
        assertThat(answered).isEqualTo(2 * PAIRS);
    }

    private static int statusOf(Socket socket, String target) throws IOException {
        String request = "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) socket.getInputStream().read());
        }
        Matcher length = CONTENT_LENGTH.matcher(head);
        assertThat(length.find()).isTrue();
        socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        return Integer.parseInt(head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    private static void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/quick", _ -> Answers.json(200, Map.of()))
                .handle(
                        HttpMethod.POST,
                        "/later",
                        request ->
                                JsonBodies.object(request, 1_024)
                                        .flatMap(KeepAliveIT::onAnotherThread)
                                        .flatMap(body -> Answers.json(201, body)));
    }

    private static <T> Mono<T> onAnotherThread(T value) {
        return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> value));
    }

    private static HttpRequest.Builder to(HttpEndpoint endpoint, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path))
                .header("Content-Type", "application/json")
                .timeout(DEADLINE);
    }

    private static int send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
}
