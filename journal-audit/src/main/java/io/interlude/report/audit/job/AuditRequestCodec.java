package io.interlude.report.audit.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.rollup.ReportGranularity;
import io.interlude.report.rollup.TimeRange;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the body of a request for an audit. Its range has the defaults of a report's.
final class AuditRequestCodec {
    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final Duration DEFAULT_LEAD = Duration.ofMinutes(5);

    private AuditRequestCodec() {}

    /// The audit that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the field at fault
    static AuditRequest read(ObjectNode body, OrgId orgId, Instant now, ZoneId zone) {
        Instant asOf = instant(body, "asOf").orElse(null);
        if (asOf != null && asOf.isAfter(now)) {
            throw QueryParameters.refusal("asOf", "asOf must be in the past.");
        }
        Instant latest = asOf == null ? now : asOf;
        Optional<Instant> to = instant(body, "to");
        Instant end = to.orElse(latest.plus(DEFAULT_LEAD));
        Instant start = instant(body, "from").orElse(to.orElse(latest).minus(DEFAULT_RANGE));
        return new AuditRequest(orgId, range(start, end), zone, asOf, attribution(body));
    }

    private static @Nullable String attribution(ObjectNode body) {
        @Nullable JsonNode value = body.get("attribution");
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw QueryParameters.refusal(
                    "attribution", "attribution is the id of a version of attribution.");
        }
        return value.asString();
    }

    private static TimeRange range(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw QueryParameters.refusal("from", "from must be earlier than to.");
        }
        TimeRange range = TimeRange.covering(from, to);
        Duration longest = ReportGranularity.TOTAL.longestRange();
        if (range.length().compareTo(longest.plusMinutes(2)) > 0) {
            throw QueryParameters.refusal(
                    "from",
                    "An audit covers at most %d days: narrow from and to."
                            .formatted(longest.toDays()));
        }
        return range;
    }

    private static Optional<Instant> instant(ObjectNode body, String name) {
        @Nullable JsonNode value = body.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isString() || value.asString().isBlank()) {
            throw QueryParameters.refusal(
                    name, name + " is an ISO-8601 instant, such as 2026-01-31T09:30:00Z.");
        }
        return Optional.of(QueryParameters.instant(value.asString(), name));
    }
}
