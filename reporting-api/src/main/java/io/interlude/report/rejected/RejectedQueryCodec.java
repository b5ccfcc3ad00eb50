package io.interlude.report.rejected;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.http.Problem;
import io.interlude.kit.http.ProblemException;
import io.interlude.kit.http.Reason;
import io.interlude.kit.rejected.RejectedCursor;
import io.interlude.kit.rejected.RejectedQuery;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.schema.EventRejected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Reads the query string of a page of refused events. A parameter that there is not is refused, so
/// that a mistyped filter does not show more than was asked for.
final class RejectedQueryCodec {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final Set<String> NAMES =
            Set.of(
                    "from",
                    "to",
                    "reason",
                    "messageId",
                    "limit",
                    "cursor",
                    "key",
                    "apikey",
                    "apiKey");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");

    private RejectedQueryCodec() {}

    /// The page of the org's refused events that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static RejectedQuery read(MultiValueMap<String, String> parameters, OrgId orgId, Instant now) {
        refuseUnknown(parameters.keySet());
        Instant to = ReportQueryCodec.instant(parameters, "to").orElse(null);
        Instant from =
                ReportQueryCodec.instant(parameters, "from")
                        .orElseGet(() -> (to == null ? now : to).minus(DEFAULT_RANGE));
        if (to != null && !from.isBefore(to)) {
            throw refusal("from", "from must be earlier than to.");
        }
        return new RejectedQuery(
                from, to, filter(parameters, orgId), limit(parameters), cursor(parameters));
    }

    private static void refuseUnknown(Set<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use from, to, reason, messageId, limit or cursor.");
            }
        }
    }

    private static Predicate<EventRejected> filter(
            MultiValueMap<String, String> parameters, OrgId orgId) {
        String org = orgId.value();
        List<String> reasons = values(parameters, "reason");
        List<String> messageIds = values(parameters, "messageId");
        return event ->
                event.getOrgId().equals(org)
                        && (reasons.isEmpty() || reasons.contains(event.getReason()))
                        && (messageIds.isEmpty() || names(event, messageIds));
    }

    private static boolean names(EventRejected event, List<String> messageIds) {
        String messageId = RejectedJson.messageId(event);
        return messageId != null && messageIds.contains(messageId);
    }

    private static int limit(MultiValueMap<String, String> parameters) {
        return value(parameters, "limit").map(RejectedQueryCodec::limit).orElse(DEFAULT_LIMIT);
    }

    private static int limit(String text) {
        int limit = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw refusal("limit", "limit is a number from 1 to " + LARGEST_LIMIT + ".");
        }
        return limit;
    }

    private static @Nullable RejectedCursor cursor(MultiValueMap<String, String> parameters) {
        return value(parameters, "cursor")
                .map(text ->
                        RejectedCursor.parse(text)
                                .orElseThrow(() ->
                                        refusal(
                                                "cursor",
                                                "cursor is the nextCursor of the page before.")))
                .orElse(null);
    }

    private static Optional<String> value(MultiValueMap<String, String> parameters, String name) {
        return values(parameters, name).stream().findFirst();
    }

    private static List<String> values(MultiValueMap<String, String> parameters, String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .toList();
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
