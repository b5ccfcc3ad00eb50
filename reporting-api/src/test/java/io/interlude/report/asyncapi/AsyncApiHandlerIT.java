package io.interlude.report.asyncapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.boot.ReportServer;
import io.interlude.schema.asyncapi.AsyncApiDocument;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The document over a socket.
class AsyncApiHandlerIT {
    private final ReportServer server =
            new ReportServer(
                    InstantSource.fixed(Instant.parse("2026-03-01T10:30:20Z")),
                    Duration.ofSeconds(1));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void tellsEverybodyOfTheTopics() throws Exception {
        // given
        HttpRequest request = HttpRequest.newBuilder(server.uri("/asyncapi.json")).build();

        // when
        HttpResponse<String> answer;
        try (HttpClient client = HttpClient.newHttpClient()) {
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        }

        // then
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo(AsyncApiDocument.text());
    }
}
