package io.interlude.benchmark.faults;

/// One request and its outcome.
///
/// @param identity mark of its record in the journal: of an event its number, of a click the fetch
///   it belongs to, of a fetch its id (empty when there was no answer)
/// @param eventId of an event its id, else empty
/// @param fetchId the fetch that an event belongs to, else empty
/// @param sentNanos time of sending
/// @param answeredNanos time at which its answer was read
public record Sent(
        Kind kind,
        ClientOutcome outcome,
        String identity,
        String eventId,
        String fetchId,
        long sentNanos,
        long answeredNanos) {
    public enum Kind {
        EVENT,
        CLICK,
        FETCH
    }

    /// The outcome that the client knows.
    public enum ClientOutcome {
        /// 201, 302, or 200 with an ad: a promise.
        ACCEPTED,
        /// 204: nothing was served.
        NOTHING,
        /// 307: sent on to the target, with no promise that the click was recorded.
        UNPROMISED,
        /// Any other answer.
        REFUSED,
        /// The connection broke before the answer.
        UNANSWERED,
        /// There was no connection to send it over.
        NOT_SENT
    }
}
