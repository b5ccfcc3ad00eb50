package io.interlude.manage.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.history.ChangeHistory;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/// The query parameters of a history. A cursor is the place of the last change of a page, so a walk
/// over all pages sees each older change once, whatever is changed meanwhile.
record HistoryCursor(long before, int limit) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 500;

    /// @throws io.interlude.web.refusal.ProblemException `invalid_request`
    static HistoryCursor of(ServerRequest request) {
        return new HistoryCursor(
                request.queryParam("cursor").map(HistoryCursor::place).orElse(ChangeHistory.NEWEST),
                request.queryParam("limit").map(HistoryCursor::limit).orElse(DEFAULT_LIMIT));
    }

    static String of(long place) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Long.toString(place).getBytes(UTF_8));
    }

    private static long place(String cursor) {
        try {
            return Long.parseLong(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
        } catch (IllegalArgumentException e) {
            throw refused("cursor", "Give the nextCursor of the page before.");
        }
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= LARGEST_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw refused("limit", "Give a limit from 1 to " + LARGEST_LIMIT + ".");
    }

    /// An ISO-8601 instant of the query, if it is there.
    static @Nullable Instant instant(ServerRequest request, String name) {
        Optional<String> text = request.queryParam(name);
        try {
            Instant instant = text.map(Instant::parse).orElse(null);
            if (instant != null) {
                // Changes are compared with it in milliseconds.
                long _ = instant.toEpochMilli();
            }
            return instant;
        } catch (DateTimeException | ArithmeticException e) {
            throw refused(name, "Give an ISO-8601 instant such as 2026-03-01T00:00:00Z.");
        }
    }

    private static RuntimeException refused(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
