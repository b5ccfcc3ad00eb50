package io.interlude.client;

import org.jspecify.annotations.Nullable;

/// Something that did not work, for your log. It never holds a key, a context or a person's words.
///
/// @param operation `fetch` or `report`
/// @param reason a reason of [FetchResult], or `queue_full`, `closed`, `invalid_event_data`, or
///   `abandoned`: left when the client was closed
/// @param lostEvents how many events are lost by it; 0 when they will be sent again
/// @param status HTTP status, where there was an answer
public record Problem(
        String operation,
        String reason,
        int lostEvents,
        @Nullable Integer status,
        @Nullable String message) {
    static Problem lost(String reason, int events) {
        return new Problem("report", reason, events, null, null);
    }
}
