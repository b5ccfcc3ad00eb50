package io.interlude.report.audit.count;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.rollup.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// A request for an audit.
///
/// @param range of the cells, in whole minutes
/// @param zone of the org, in which days begin
/// @param asOf a past instant: only what had been written by then is counted, and nothing is
///   compared; null to compare
/// @param attribution id of the version of attribution whose numbers are audited; null for those as
///   booked
public record AuditRequest(
        OrgId orgId,
        TimeRange range,
        ZoneId zone,
        @Nullable Instant asOf,
        @Nullable String attribution) {
    /// Of the numbers as booked.
    public AuditRequest(OrgId orgId, TimeRange range, ZoneId zone, @Nullable Instant asOf) {
        this(orgId, range, zone, asOf, null);
    }

    public long firstMinute() {
        return AuditSpan.minute(range.from());
    }

    public long endMinute() {
        return AuditSpan.minute(range.to());
    }

    /// Start of the first cell of the length that the range touches.
    public long first(AuditSpan span) {
        return span.startOf(firstMinute(), zone, firstMinute());
    }

    /// The minutes that the touched cells of all lengths cover begin here.
    public long windowStart() {
        return Math.min(first(AuditSpan.HOUR), first(AuditSpan.DAY));
    }

    /// Before here they end: a day has 25 hours at most.
    public long windowEnd() {
        return endMinute() + 26 * 60;
    }

    /// Whether a cell is one of those that the range touches.
    public boolean covers(AuditSpan span, long start) {
        return start >= first(span) && start < endMinute();
    }
}
