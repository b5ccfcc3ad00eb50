package io.interlude.benchmark.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
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
final class FloorServer {
    static final String TOPIC = "bench.floor";

    static final byte[] EVENT_ANSWER =
            "{\"eventId\":\"01a1fd72-72cb-7006-8870-006b194e994d\"}".getBytes(UTF_8);

    private final Producer<byte[], byte[]> producer;

    private final byte[] fetchAnswer;

    private FloorServer(Producer<byte[], byte[]> producer, byte[] fetchAnswer) {
        this.producer = producer;
        this.fetchAnswer = fetchAnswer;
    }

    /// Serves until the process is ended.
    ///
    /// @param arguments the brokers, and in Base64 what to answer to a fetch
    public static void main(String... arguments) throws InterruptedException {
        FloorServer floor =
                new FloorServer(producer(arguments[0]), Base64.getDecoder().decode(arguments[1]));
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

    static Producer<byte[], byte[]> producer(String brokers) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.LINGER_MS_CONFIG,
                        0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(
                        POST("/v1/event"), request -> recorded(request, 201, EVENT_ANSWER))
                .andRoute(POST("/v1/fetch/v2"), request -> recorded(request, 200, fetchAnswer));
    }

    private Mono<ServerResponse> recorded(ServerRequest request, int status, byte[] answer) {
        return request.bodyToMono(byte[].class)
                .flatMap(body -> append(producer, body))
                .then(
                        ServerResponse.status(status)
                                .contentType(MediaType.APPLICATION_JSON)
                                .bodyValue(answer));
    }

    static Mono<Void> append(Producer<byte[], byte[]> producer, byte[] body) {
        return Mono.create(sink -> {
            var _ =
                    producer.send(
                            new ProducerRecord<>(TOPIC, body),
                            (_, failure) -> {
                                if (failure == null) {
                                    sink.success();
                                } else {
                                    sink.error(failure);
                                }
                            });
        });
    }
}
