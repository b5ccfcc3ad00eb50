package io.interlude.benchmark.load.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Base64;
import java.util.Map;
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
/// is parsed, and one shared producer. What the bare floor leaves out it leaves out too: no key, no
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
    FloorJournal journal(Environment environment) {
        return new FloorJournal(environment.getRequiredProperty("floor.brokers"));
    }

    /// Both requests that are compared.
    @RestController
    static class Routes {
        private final FloorJournal journal;
        private final byte[] eventAnswer;
        private final byte[] fetchAnswer;

        Routes(FloorJournal journal, Environment environment) {
            this.journal = journal;
            eventAnswer = journal.eventAnswer();
            String answer = environment.getRequiredProperty("floor.fetch-answer");
            fetchAnswer = Base64.getDecoder().decode(answer);
        }

        @PostMapping("/v1/event")
        Mono<ResponseEntity<byte[]>> event(@RequestBody JsonNode body) {
            return recorded(body, 201, eventAnswer);
        }

        @PostMapping("/v1/fetch/v2")
        Mono<ResponseEntity<byte[]>> fetch(@RequestBody JsonNode body) {
            return recorded(body, 200, fetchAnswer);
        }

        private Mono<ResponseEntity<byte[]>> recorded(JsonNode body, int status, byte[] answer) {
            return journal.append(body.toString().getBytes(UTF_8))
                    .thenReturn(
                            ResponseEntity.status(status)
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .body(answer));
        }
    }
}
