package io.interlude.web.server;

import org.springframework.http.HttpHeaders;

/// Headers of every answer. A handler that sets one of them wins.
final class SecurityHeaders {
    private static final String ONE_YEAR = "max-age=31536000";

    private final boolean encrypted;

    /// @param encrypted whether the server speaks TLS, so that browsers may insist on it
    SecurityHeaders(boolean encrypted) {
        this.encrypted = encrypted;
    }

    void addTo(HttpHeaders headers) {
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        // A key may stand in the query of a page's address.
        headers.set("Referrer-Policy", "no-referrer");
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        if (encrypted) {
            headers.set("Strict-Transport-Security", ONE_YEAR);
        }
    }
}
