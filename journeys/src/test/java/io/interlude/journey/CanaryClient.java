package io.interlude.journey;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Sends what a test wants, however wrong, with canaries in every header that a client chooses, and
/// looks for canaries in the status line, headers and body of every answer.
final class CanaryClient {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String[] HEADERS = {
        "User-Agent",
        "X-Forwarded-For",
        "Forwarded",
        "X-Real-IP",
        "X-Request-Id",
        "Cookie",
        "X-Neutral-Debug",
        "Accept-Language",
        "traceparent",
        "From"
    };

    private final HttpClient http;
    private final URI base;
    private final Canaries canaries;
    private final List<Integer> statuses = new ArrayList<>();

    CanaryClient(Api api, Canaries canaries) {
        this.http = api.http();
        this.base = api.base();
        this.canaries = canaries;
    }

    /// Every status that was answered, in order.
    List<Integer> statuses() {
        return statuses;
    }

    String get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, new byte[0], headers);
    }

    String post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    String send(String method, String path, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(DEADLINE)
                        .method(method, BodyPublishers.ofByteArray(body))
                        .setHeader("Content-Type", "application/json");
        for (String header : HEADERS) {
            request.setHeader(header, Canaries.named("header"));
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
        statuses.add(answer.statusCode());
        String place =
                "answer " + answer.statusCode() + " " + method + " " + place(base.resolve(path));
        canaries.search(place, answer.body());
        canaries.search(place, answer.headers().map().toString());
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /// Ids differ from run to run.
    private static String place(URI uri) {
        return uri.getPath().replaceAll("native-[0-9a-f-]{36}", "{messageId}");
    }
}
