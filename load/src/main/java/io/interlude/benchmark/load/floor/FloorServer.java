package io.interlude.benchmark.load.floor;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import io.interlude.benchmark.load.boot.FloorJournal;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/// The least that a WebFlux service with a durable record can do: it reads the body, sends it to
/// Kafka by one shared producer, and answers constant bytes once it is acknowledged. No key, no
/// check, no decision. A process of its own.
public final class FloorServer {
    private final FloorJournal journal;
    private final byte[] eventAnswer;
    private final byte[] fetchAnswer;

    private FloorServer(FloorJournal journal, byte[] fetchAnswer) {
        this.journal = journal;
        eventAnswer = journal.eventAnswer();
        this.fetchAnswer = fetchAnswer;
    }

    /// Serves until the process is ended.
    ///
    /// @param arguments the brokers, and in Base64 what to answer to a fetch
    public static void main(String... arguments) throws InterruptedException {
        FloorServer floor =
                new FloorServer(
                        new FloorJournal(arguments[0]), Base64.getDecoder().decode(arguments[1]));
        DisposableServer server =
                HttpServer.create()
                        .host("127.0.0.1")
                        .port(0)
                        .handle(
                                new ReactorHttpHandlerAdapter(
                                        RouterFunctions.toHttpHandler(floor.routes())))
                        .bindNow();
        System.out.println("ready " + server.port());
        new CountDownLatch(1).await();
    }

    private RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(
                        POST("/v1/event"), request -> recorded(request, 201, eventAnswer))
                .andRoute(POST("/v1/fetch/v2"), request -> recorded(request, 200, fetchAnswer));
    }

    private Mono<ServerResponse> recorded(ServerRequest request, int status, byte[] answer) {
        return request.bodyToMono(byte[].class)
                .flatMap(journal::append)
                .then(
                        ServerResponse.status(status)
                                .contentType(MediaType.APPLICATION_JSON)
                                .bodyValue(answer));
    }
}
