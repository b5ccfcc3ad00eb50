package io.interlude.local.audit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The product's audits over HTTP.
final class AuditClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final String PATH = "/v1/audits";

    private final URI base;
    private final String key;
    private final HttpClient http;

    AuditClient(URI base, String key) {
        this.base = base;
        this.key = key;
        http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(DEADLINE)
                        .build();
    }

    /// Starts an audit.
    ///
    /// @throws IllegalArgumentException with a sentence that says why it was refused
    JsonNode start(Map<String, String> range) throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(range);
        return send(
                request(PATH)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                202);
    }

    JsonNode find(String id) throws IOException, InterruptedException {
        return send(request(PATH + '/' + id).GET().build(), 200);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(DEADLINE)
                .header("Authorization", "Bearer " + key);
    }

    private JsonNode send(HttpRequest request, int expected)
            throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IllegalArgumentException(
                    "No product answers at " + base + ": start it with ./interlude up.", e);
        }
        JsonNode body = read(answer.body());
        if (answer.statusCode() != expected) {
            throw new IllegalArgumentException(
                    "The product answered %d. %s"
                            .formatted(answer.statusCode(), body.path("description").asString("")));
        }
        return body;
    }

    /// Whatever answers is not always the product.
    private static JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException _) {
            return JSON.createObjectNode();
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
