package io.interlude.benchmark.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Base64;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/// The floor as Spring Boot's documentation has one write it: an annotated controller, a body that
/// is parsed, and one shared producer. What [FloorServer] leaves out too, it leaves out: no key, no
/// check, no decision. A process of its own.
@SpringBootConfiguration
@EnableAutoConfiguration
public class BootFloorServer {
    /// Serves until the process is ended.
    ///
    /// @param arguments the brokers, and in Base64 what to answer to a fetch
    public static void main(String... arguments) {
        SpringApplication application = new SpringApplication(BootFloorServer.class);
        application.setDefaultProperties(
                Map.of(
                        "server.address",
                        "127.0.0.1",
                        "server.port",
                        0,
                        "logging.level.root",
                        "ERROR",
                        "spring.main.banner-mode",
                        "off",
                        "floor.brokers",
                        arguments[0],
                        "floor.fetch-answer",
                        arguments[1]));
        var context = (WebServerApplicationContext) application.run();
        System.out.println("ready " + requireNonNull(context.getWebServer()).getPort());
    }

    @Bean
    Producer<byte[], byte[]> producer(Environment environment) {
        return FloorServer.producer(environment.getRequiredProperty("floor.brokers"));
    }

    /// Both requests that are compared.
    @RestController
    static class Routes {
        private final Producer<byte[], byte[]> producer;
        private final byte[] fetchAnswer;

        Routes(Producer<byte[], byte[]> producer, Environment environment) {
            this.producer = producer;
            String answer = environment.getRequiredProperty("floor.fetch-answer");
            fetchAnswer = Base64.getDecoder().decode(answer);
        }

        @PostMapping("/v1/event")
        Mono<ResponseEntity<byte[]>> event(@RequestBody JsonNode body) {
            return recorded(body, 201, FloorServer.EVENT_ANSWER);
        }

        @PostMapping("/v1/fetch/v2")
        Mono<ResponseEntity<byte[]>> fetch(@RequestBody JsonNode body) {
            return recorded(body, 200, fetchAnswer);
        }

        private Mono<ResponseEntity<byte[]>> recorded(JsonNode body, int status, byte[] answer) {
            return FloorServer.append(producer, body.toString().getBytes(UTF_8))
                    .thenReturn(
                            ResponseEntity.status(status)
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .body(answer));
        }
    }
}
