package io.interlude.console;

import io.interlude.web.session.Sessions;
import java.time.Duration;
import org.springframework.http.ResponseCookie;
import org.springframework.web.reactive.function.server.ServerRequest;

/// The cookie of a session, as the browser is given it.
public final class SessionCookies {
    private SessionCookies() {}

    /// The cookie, for as long as the session.
    ///
    /// @param sealed the session, as [Sessions] sealed it
    public static ResponseCookie of(ServerRequest request, String sealed) {
        return cookie(request, Sessions.COOKIE, sealed, Sessions.LIFE);
    }

    /// Takes the cookie away from the browser.
    static ResponseCookie gone(ServerRequest request) {
        return cookie(request, Sessions.COOKIE, "", Duration.ZERO);
    }

    /// A cookie that no script reads and no other site sends.
    ///
    /// @param life zero takes it away
    static ResponseCookie cookie(ServerRequest request, String name, String value, Duration life) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .sameSite("Strict")
                .secure(isEncrypted(request))
                .path("/")
                .maxAge(life)
                .build();
    }

    /// Whether the browser's connection is encrypted, also where a proxy has the certificate. A
    /// client that lies about it only keeps its cookie from itself.
    public static boolean isEncrypted(ServerRequest request) {
        return "https".equalsIgnoreCase(request.uri().getScheme())
                || "https".equalsIgnoreCase(request.headers().firstHeader("X-Forwarded-Proto"));
    }
}
