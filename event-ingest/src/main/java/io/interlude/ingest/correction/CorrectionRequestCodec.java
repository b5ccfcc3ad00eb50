package io.interlude.ingest.correction;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.correction.CorrectionRequest.ByFilter;
import io.interlude.ingest.correction.CorrectionRequest.ByIds;
import io.interlude.ingest.correction.CorrectionRequest.Selection;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the body of a correction. A filter that no correction has is refused: dropped in silence
/// it would take back too much.
final class CorrectionRequestCodec {
    static final int EVENT_IDS_MAX = 500;
    static final int REASON_LENGTH_MAX = 500;

    private static final Set<String> FILTERS =
            Set.of("from", "to", "eventType", "lineItem", "messageId");
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private CorrectionRequestCodec() {}

    /// The correction that is asked for.
    ///
    /// @param window how far back events can be taken back
    /// @throws ProblemException `invalid_request`, naming the field at fault
    static CorrectionRequest read(ObjectNode body, Instant now, Duration window) {
        return new CorrectionRequest(selection(body, now, window), reason(body), dryRun(body));
    }

    private static Selection selection(ObjectNode body, Instant now, Duration window) {
        JsonNode ids = body.path("eventIds");
        JsonNode filter = body.path("filter");
        boolean hasIds = !ids.isMissingNode() && !ids.isNull();
        boolean hasFilter = !filter.isMissingNode() && !filter.isNull();
        if (hasIds == hasFilter) {
            throw refusal("eventIds", "Send either eventIds or filter.");
        }
        if (hasIds) {
            return new ByIds(eventIds(ids));
        }
        if (filter instanceof ObjectNode object) {
            return filter(object, now, window);
        }
        throw refusal("filter", "filter is an object.");
    }

    private static Set<String> eventIds(JsonNode ids) {
        if (!ids.isArray() || ids.isEmpty() || ids.size() > EVENT_IDS_MAX) {
            throw refusal("eventIds", "eventIds is a list of 1 to " + EVENT_IDS_MAX + " ids.");
        }
        Set<String> eventIds = new LinkedHashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            String text = ids.get(i).isString() ? ids.get(i).asString() : "";
            // The event of a fetch has the fetch's own id.
            String id = FetchId.parse(text).map(FetchId::uuid).map(UUID::toString).orElse(text);
            if (!UUID_TEXT.matcher(id).matches()) {
                throw refusal("eventIds[" + i + "]", "An event id is a UUID in lower case.");
            }
            eventIds.add(id);
        }
        return eventIds;
    }

    private static ByFilter filter(ObjectNode filter, Instant now, Duration window) {
        for (String name : filter.propertyNames()) {
            if (!FILTERS.contains(name)) {
                throw refusal(
                        "filter", "filter takes from, to, eventType, lineItem and messageId.");
            }
        }
        Instant earliest = now.minus(window);
        String messageId = text(filter, "messageId").orElse(null);
        Optional<Instant> fetchedAt =
                Optional.ofNullable(messageId)
                        .map(id ->
                                FetchId.parse(id)
                                        .orElseThrow(() ->
                                                refusal(
                                                        "filter.messageId",
                                                        "messageId is not the id of a fetch.")))
                        .map(FetchId::madeAt);
        Instant from =
                instant(filter, "from")
                        .or(() -> fetchedAt.map(at -> at.minus(CorrectionSearch.CLOCK_LEAD)))
                        .orElseThrow(() -> refusal("filter.from", "from is missing."));
        Instant to =
                instant(filter, "to")
                        .or(() -> fetchedAt.map(_ -> now.plus(CorrectionSearch.CLOCK_LEAD)))
                        .orElseThrow(() -> refusal("filter.to", "to is missing."));
        if (!from.isBefore(to)) {
            throw refusal("filter.from", "from must be earlier than to.");
        }
        if (from.isBefore(earliest)) {
            throw refusal(
                    "filter.from",
                    "Events older than %d days cannot be taken back.".formatted(window.toDays()));
        }
        return new ByFilter(
                from, to, eventTypes(filter), text(filter, "lineItem").orElse(null), messageId);
    }

    private static Set<EventType> eventTypes(ObjectNode filter) {
        JsonNode named = filter.path("eventType");
        Set<EventType> types = EnumSet.noneOf(EventType.class);
        if (named.isMissingNode() || named.isNull()) {
            return types;
        }
        if (named.isArray()) {
            named.forEach(name -> types.add(eventType(name)));
        } else {
            types.add(eventType(named));
        }
        return types;
    }

    private static EventType eventType(JsonNode name) {
        for (EventType type : EventType.values()) {
            if (type != EventType.UNKNOWN
                    && name.isString()
                    && type.name().equals(name.asString())) {
                return type;
            }
        }
        throw refusal("filter.eventType", "eventType is a type of event, or a list of them.");
    }

    private static Optional<Instant> instant(ObjectNode filter, String name) {
        return text(filter, name)
                .map(text -> {
                    try {
                        return OffsetDateTime.parse(text).toInstant();
                    } catch (DateTimeException unreadable) {
                        throw refusal(
                                "filter." + name,
                                name + " is an ISO-8601 instant, such as 2026-01-31T09:30:00Z.");
                    }
                });
    }

    private static Optional<String> text(ObjectNode filter, String name) {
        JsonNode value = filter.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw refusal("filter." + name, name + " is a text.");
        }
        return Optional.of(value.asString());
    }

    private static String reason(ObjectNode body) {
        JsonNode reason = body.path("reason");
        String text = reason.isString() ? reason.asString().strip() : "";
        if (text.isEmpty() || text.length() > REASON_LENGTH_MAX) {
            throw refusal(
                    "reason", "reason is a text of 1 to " + REASON_LENGTH_MAX + " characters.");
        }
        return text;
    }

    private static boolean dryRun(ObjectNode body) {
        @Nullable JsonNode dryRun = body.get("dryRun");
        if (dryRun == null || dryRun.isNull()) {
            return false;
        }
        if (!dryRun.isBoolean()) {
            throw refusal("dryRun", "dryRun is true or false.");
        }
        return dryRun.asBoolean();
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
