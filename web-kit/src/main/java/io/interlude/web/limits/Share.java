package io.interlude.web.limits;

import java.util.Locale;

/// The shares of a process's concurrency. What fills one up takes nothing from the others.
public enum Share {
    /// Fetches and events.
    SERVING,
    /// Click redirects.
    CLICKS,
    /// Management, reports, journal and console.
    OTHERS,
    /// Live streams, which stay open.
    STREAMS,
    /// Health and metrics, and what services ask of one another, who bound it themselves: never
    /// refused.
    EXEMPT;

    /// The share's name in metrics.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The share of a route.
    ///
    /// @param pattern a path whose variables stand in braces
    public static Share of(String pattern) {
        if (pattern.equals("/metrics")
                || pattern.startsWith("/health/")
                || pattern.startsWith("/internal/")) {
            return EXEMPT;
        }
        if (pattern.equals("/v1/reports/live")) {
            return STREAMS;
        }
        if (pattern.startsWith("/c/")) {
            return CLICKS;
        }
        return pattern.startsWith("/v1/fetch/")
                        || pattern.startsWith("/v1/event")
                        || pattern.equals("/v1/feedback")
                ? SERVING
                : OTHERS;
    }
}
