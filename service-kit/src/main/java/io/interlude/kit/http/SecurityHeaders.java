package io.interlude.kit.http;

import org.springframework.http.HttpHeaders;

/// Headers of every answer. A handler that sets one of them wins.
final class SecurityHeaders {
    private SecurityHeaders() {}

    static void addTo(HttpHeaders headers) {
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        // A key may stand in the query of a page's address.
        headers.set("Referrer-Policy", "no-referrer");
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
    }
}
