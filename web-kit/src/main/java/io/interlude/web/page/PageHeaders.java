package io.interlude.web.page;

import java.util.Map;

/// The headers that every file of our own pages is sent with.
public final class PageHeaders {
    private PageHeaders() {}

    /// The headers.
    ///
    /// @param policy what the page may load, by Content Security Policy (W3C, level 3)
    public static Map<String, String> with(String policy) {
        return Map.of(
                "Cache-Control", "no-cache",
                "Content-Security-Policy", policy,
                "X-Content-Type-Options", "nosniff",
                "Referrer-Policy", "no-referrer",
                "Cross-Origin-Opener-Policy", "same-origin");
    }
}
