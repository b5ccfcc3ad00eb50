package io.interlude.ingest.event;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.number.NumberBounds;
import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the fields of a reported event. A field that is null counts as missing.
///
/// Every method throws `invalid_event_data` where it says nothing else.
record EventBody(ObjectNode json) {
    /// How far a client's clock may be from ours.
    static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(5);

    static final int MAX_EVENT_DATA_BYTES = 8 * 1024;

    private static final int MAX_SUBSCRIBER_CHARACTERS = 1_024;
    private static final int MAX_EVENT_NAME_CHARACTERS = 256;
    private static final String EVENT_DATA = "eventData";

    boolean has(String field) {
        return json.hasNonNull(field);
    }

    /// The field, if it is a string.
    Optional<String> text(String field) {
        JsonNode value = json.get(field);
        return value != null && value.isString()
                ? Optional.of(value.stringValue())
                : Optional.empty();
    }

    /// @throws ProblemException `invalid_version` unless it is the integer 2
    void requireVersionTwo() {
        JsonNode version = json.get("version");
        if (version == null
                || !version.isIntegralNumber()
                || !version.canConvertToInt()
                || version.intValue() != 2) {
            throw Problem.ofField(
                            Reason.INVALID_VERSION, "version", "version must be the integer 2.")
                    .exception();
        }
    }

    String eventName() {
        return text("eventName")
                .filter(name -> !name.isBlank() && name.length() <= MAX_EVENT_NAME_CHARACTERS)
                .orElseThrow(() ->
                        malformed(
                                "eventName", "eventName must be a string of 1 to 256 characters."));
    }

    @Nullable SubscriberId subscriber() {
        if (!has("subscriber")) {
            return null;
        }
        String value =
                text("subscriber")
                        .filter(text -> text.length() <= MAX_SUBSCRIBER_CHARACTERS)
                        .orElseThrow(() ->
                                malformed(
                                        "subscriber",
                                        "subscriber must be a string of at most 1024"
                                                + " characters."));
        return value.isEmpty() ? null : new SubscriberId(ApiKeys.redacted(value));
    }

    /// When it happened, by the client's clock.
    Optional<Instant> timestamp(Instant fetchedAt, Instant receivedAt) {
        if (!has("timestamp")) {
            return Optional.empty();
        }
        JsonNode value = json.get("timestamp");
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw malformed(
                    "timestamp", "timestamp must be an integer of Unix epoch milliseconds.");
        }
        Instant time = Instant.ofEpochMilli(value.longValue());
        if (time.isAfter(receivedAt.plus(CLOCK_TOLERANCE))) {
            throw malformed("timestamp", "timestamp is more than 5 minutes later than now.");
        }
        if (time.isBefore(fetchedAt.minus(CLOCK_TOLERANCE))) {
            throw malformed(
                    "timestamp", "timestamp is more than 5 minutes earlier than the fetch.");
        }
        return Optional.of(time);
    }

    /// The event's data, within its bounds.
    @Nullable ObjectNode eventData() {
        if (!has(EVENT_DATA)) {
            return null;
        }
        if (!(json.get(EVENT_DATA) instanceof ObjectNode data)) {
            throw malformed(EVENT_DATA, "eventData must be a JSON object.");
        }
        String outOfBounds = Json.outOfBounds(data);
        if (outOfBounds != null) {
            throw malformed(
                    outOfBounds.isEmpty() ? EVENT_DATA : EVENT_DATA + '.' + outOfBounds,
                    "eventData has a number out of bounds: " + NumberBounds.RULE);
        }
        if (utf8Length(Json.MAPPER.writeValueAsString(data)) > MAX_EVENT_DATA_BYTES) {
            throw malformed(EVENT_DATA, "eventData must be at most 8192 bytes of JSON.");
        }
        return data;
    }

    ObjectNode requireEventData() {
        ObjectNode data = eventData();
        if (data == null) {
            throw malformed(EVENT_DATA, "eventData is missing: a flow event needs it.");
        }
        return data;
    }

    static ProblemException malformed(String field, String description) {
        return Problem.ofField(Reason.INVALID_EVENT_DATA, field, description).exception();
    }

    private static int utf8Length(String text) {
        return text.length() * 3 <= MAX_EVENT_DATA_BYTES
                ? text.length()
                : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
