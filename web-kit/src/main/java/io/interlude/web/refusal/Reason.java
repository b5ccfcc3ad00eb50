package io.interlude.web.refusal;

import java.util.Locale;

/// Every reason for which a request is refused, with its HTTP status: the one mapping between the
/// two. Documented in `docs/reasons.md`.
public enum Reason {
    INVALID_REQUEST(400),
    INVALID_FORMAT(400),
    MISSING_API_KEY(401),
    INVALID_API_KEY(401),
    INVALID_SESSION(401),
    INVALID_LINK(401),
    KEY_NOT_ALLOWED(403),
    ORG_SUSPENDED(403),
    CSRF_TOKEN(403),
    ROLE_NOT_ALLOWED(403),
    SECOND_PERSON(403),
    UNKNOWN_AD_UNIT(404),
    NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    CONFLICT(409),
    LAST_KEY(409),
    CATALOGUE_GONE(410),
    DECISION_GONE(410),
    PAST_RETENTION(410),
    PAYLOAD_TOO_LARGE(413),
    UNSUPPORTED_MEDIA_TYPE(415),
    IDEMPOTENCY_CONFLICT(422),
    INVALID_VERSION(422),
    INVALID_EVENT_TYPE(422),
    UNKNOWN_FETCH(422),
    INVALID_EVENT_DATA(422),
    INVALID_FLOW(422),
    INVALID_CREATIVE(422),
    INVALID_TARGETING(422),
    INVALID_RESOURCE(422),
    INVALID_CATALOGUE(422),
    PRECONDITION_REQUIRED(428),
    RATE_LIMITED(429),
    INTERNAL_ERROR(500),
    OVERLOADED(503),
    JOURNAL_UNAVAILABLE(503),
    STATE_UNAVAILABLE(503);

    private final int status;

    Reason(int status) {
        this.status = status;
    }

    /// HTTP status of the answer.
    public int status() {
        return status;
    }

    /// The reason as clients see it, in snake_case.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
