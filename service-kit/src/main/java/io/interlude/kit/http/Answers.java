package io.interlude.kit.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Makes answers whose whole body is in memory. Everything else about an answer (security headers,
/// CORS) is added by the route table.
public final class Answers {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private Answers() {}

    /// An answer with a JSON body, which no cache may keep.
    public static Mono<ServerResponse> json(int status, Object body) {
        return json(status, body, Map.of());
    }

    public static Mono<ServerResponse> json(int status, Object body, Map<String, String> headers) {
        return bytes(status, JSON, Json.MAPPER.writeValueAsBytes(body), headers);
    }

    /// An answer whose body is ready to send.
    public static Mono<ServerResponse> bytes(
            int status, String contentType, byte[] body, Map<String, String> headers) {
        return Mono.just(new BytesResponse(status, contentType, body, headers));
    }

    /// An answer without a body.
    public static Mono<ServerResponse> empty(int status) {
        return empty(status, Map.of());
    }

    public static Mono<ServerResponse> empty(int status, Map<String, String> headers) {
        return Mono.just(new BytesResponse(status, null, new byte[0], headers));
    }

    /// A refusal: `{reason, description}` and the problem's own fields and headers. Where the
    /// problem says nothing else, 401 names the scheme and 429 and 503 ask to come back in a
    /// second.
    public static Mono<ServerResponse> problem(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("reason", problem.reason().wireName());
        body.put("description", problem.description());
        body.putAll(problem.fields());
        return json(problem.reason().status(), body, headers(problem));
    }

    private static Map<String, String> headers(Problem problem) {
        Map<String, String> headers = new LinkedHashMap<>();
        switch (problem.reason().status()) {
            case 401 -> headers.put(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            case 429, 503 -> headers.put(HttpHeaders.RETRY_AFTER, "1");
            default -> {}
        }
        headers.putAll(problem.headers());
        return headers;
    }
}
