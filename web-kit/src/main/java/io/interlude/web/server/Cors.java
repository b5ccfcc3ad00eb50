package io.interlude.web.server;

import java.util.Collection;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;

/// Cross-origin calls (the Fetch standard's CORS protocol) by publisher tags in public pages. Any
/// origin may read an answer: whether a tag may be used from it is the key's own rule, checked with
/// every request. Nothing here rests on cookies; but a beacon, by which a page that is left reports
/// its last event, always offers them, and a browser sends it only where that is allowed.
final class Cors {
    private static final Set<String> PAGE_PATHS =
            Set.of("/v1/fetch/v2", "/v1/event", "/v1/events", "/v1/feedback");
    private static final String BEACON_PATH = "/v1/event";
    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, Idempotency-Key, X-Neutral-Debug";
    private static final String ANSWER_HEADERS = "Retry-After, X-Interlude-Reason";
    private static final String PREFLIGHT_SECONDS = "7200"; // the most that browsers keep

    private Cors() {}

    /// Whether pages call this path.
    static boolean opens(String path) {
        return PAGE_PATHS.contains(path);
    }

    /// Lets the page that asks read the answer.
    static void admit(ServerHttpRequest request, ServerHttpResponse response) {
        HttpHeaders headers = response.getHeaders();
        headers.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        String origin = request.getHeaders().getOrigin();
        if (origin != null) {
            headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, ANSWER_HEADERS);
            if (request.getPath().value().equals(BEACON_PATH)) {
                headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
            }
        }
    }

    /// Adds the headers that answer a preflight request.
    static void preflight(ServerHttpResponse response, Collection<String> methods) {
        HttpHeaders headers = response.getHeaders();
        String allowed = String.join(", ", methods);
        headers.set(HttpHeaders.ALLOW, allowed);
        headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, allowed);
        headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
        headers.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
    }
}
