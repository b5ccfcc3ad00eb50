package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The product's HTTP interface with one key, as a client would use it. Every answer is held to the
/// product's own description.
record Api(HttpClient http, URI base, String key) {
    static final JsonMapper JSON = JsonMapper.shared();
    static final int UNAVAILABLE = 503;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    static Api of(URI base, String key) {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
        return new Api(http, base, key);
    }

    Api withKey(String otherKey) {
        return new Api(http, base, otherKey);
    }

    /// With the same key, elsewhere.
    Api at(URI otherBase) {
        return new Api(http, otherBase, key);
    }

    HttpResponse<String> call(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(DEADLINE)
                        .header("Authorization", "Bearer " + key);
        if (body.isEmpty()) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
        }
        HttpRequest sent = request.build();
        HttpResponse<String> answer = http.send(sent, HttpResponse.BodyHandlers.ofString());
        DescribedAnswers.of(base).check(method, sent.uri(), answer);
        return answer;
    }

    HttpResponse<String> put(String path, String tag, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(DEADLINE)
                        .header("Authorization", "Bearer " + key)
                        .header("If-Match", tag)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /// The JSON answer of a call that must be answered with the status.
    JsonNode expect(int status, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = call(method, path, body);
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(status);
        return answer.body().isEmpty() ? JSON.missingNode() : JSON.readTree(answer.body());
    }

    /// The answer to a read; waits where the state is still being read.
    HttpResponse<String> available(String path) throws IOException, InterruptedException {
        return Eventually.found(
                path + " is available",
                () -> call("GET", path, ""),
                answer -> answer.statusCode() != UNAVAILABLE);
    }

    /// The end of an audit or a simulation that the call starts.
    JsonNode run(String path, String body, String status) throws IOException, InterruptedException {
        String id = expect(202, "POST", path, body).path("id").asString();
        return ended(path + '/' + id, status);
    }

    /// The end of what runs, which must have the status.
    JsonNode ended(String path, String status) throws IOException, InterruptedException {
        JsonNode ended =
                Eventually.found(
                        path + " ends",
                        () -> expect(200, "GET", path, ""),
                        found -> !found.path("status").asString().equals("running"));
        assertThat(ended.path("status").asString()).as(ended.toPrettyString()).isEqualTo(status);
        return ended;
    }

    HttpResponse<String> fetch(String body) throws IOException, InterruptedException {
        return call("POST", "/v1/fetch/v2", body);
    }

    HttpResponse<String> event(String eventType, String fetchEventId)
            throws IOException, InterruptedException {
        return call(
                "POST",
                "/v1/event",
                """
                {"version": 2, "eventType": "%s", "fetchEventId": "%s"}\
                """
                        .formatted(eventType, fetchEventId));
    }
}
