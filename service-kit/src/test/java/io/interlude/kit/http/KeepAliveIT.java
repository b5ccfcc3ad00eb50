package io.interlude.kit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

/// Many requests over one connection, answered at once or from another thread, in turn.
class KeepAliveIT {
    private static final int PAIRS = 1_500;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
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
