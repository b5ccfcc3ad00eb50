package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.interlude.journal.waiting.Eventually;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// An answer that fails after it has begun.
class BrokenAnswerIT {
    private static final String SUBSCRIBER = "ann-of-the-tests";
    private static final String KEY = "il_mgmt_of_the_tests";

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final HttpEndpoint endpoint =
            LoopbackServer.of(
                    List.of(routes ->
                            routes.handle(
                                    HttpMethod.GET,
                                    "/people/{id}/export",
                                    _ -> BrokenAnswerIT.begun())),
                    new SimpleMeterRegistry());

    private static Mono<ServerResponse> begun() {
        DataBuffer line = DefaultDataBufferFactory.sharedInstance.wrap("a line\n".getBytes(UTF_8));
        return ServerResponse.ok()
                .body(
                        BodyInserters.fromDataBuffers(
                                Flux.concat(
                                        Flux.just(line),
                                        Flux.error(new IllegalStateException("broken off")))));
    }

    @BeforeEach
    void start() {
        log.start();
        root.addAppender(log);
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
        root.detachAppender(log);
    }

    @Test
    void tellsTheLogNeitherTheKeyNorThePersonOfItsAddress() {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%d/people/%s/export?key=%s"
                                                .formatted(endpoint.port(), SUBSCRIBER, KEY)))
                        .build();

        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }

        Eventually.holds("it is logged", () -> logged().contains("broken off"));
        assertThat(logged()).contains("/people/{id}/export").doesNotContain(KEY, SUBSCRIBER);
    }

    /// Everything, with the traces.
    private String logged() {
        return List.copyOf(log.list).stream()
                .map(event ->
                        event.getFormattedMessage()
                                + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .collect(Collectors.joining("\n"));
    }
}
