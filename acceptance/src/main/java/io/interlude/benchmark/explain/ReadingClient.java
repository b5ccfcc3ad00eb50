package io.interlude.benchmark.explain;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The management API and the journal with one key. Blocks its caller.
final class ReadingClient {
    static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long RETRY_NANOS = 1_000_000_000;
    private static final int TRIES = 20;
    private static final int UNAVAILABLE = 503;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;
    private final String key;

    ReadingClient(URI base, String key) {
        this.base = base;
        this.key = key;
    }

    /// Asks again while the product says to come back.
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = request(path).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        for (int tries = 1; answer.statusCode() == UNAVAILABLE && tries < TRIES; tries++) {
            LockSupport.parkNanos(RETRY_NANOS);
            answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        }
        return answer;
    }

    HttpResponse<String> put(String path, String tag, JsonNode body)
            throws IOException, InterruptedException {
        return http.send(
                request(path)
                        .header("If-Match", tag)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /// The first requests since then, filled or not.
    List<Asked> decisions(Instant from, int most) throws IOException, InterruptedException {
        HttpRequest request =
                request("/v1/journal?eventType=fetch,no_fill&from=" + from)
                        .header("Accept", "application/x-ndjson")
                        .build();
        try (Stream<String> lines =
                http.send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
            return lines.limit(most).map(ReadingClient::asked).toList();
        }
    }

    private static Asked asked(String line) {
        JsonNode item = JSON.readTree(line);
        return new Asked(item.path("messageId").asString(), item.path("subscriber").asString(""));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(DEADLINE)
                .header("Authorization", "Bearer " + key);
    }

    /// A request of the demo.
    record Asked(String messageId, String subscriber) {}
}
