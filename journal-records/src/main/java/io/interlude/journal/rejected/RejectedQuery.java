package io.interlude.journal.rejected;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.schema.EventRejected;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A query for refused events.
///
/// @param orgId the org that asks
/// @param from earliest `rejectedAt`
/// @param to end of `rejectedAt`, exclusive; null for all there are
/// @param keeps which of them
/// @param limit most items of the page, from 1
/// @param cursor where the page before ended; null for the first
public record RejectedQuery(
        OrgId orgId,
        Instant from,
        @Nullable Instant to,
        Predicate<EventRejected> keeps,
        int limit,
        @Nullable JournalCursor cursor) {
    public RejectedQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is not positive: " + limit);
        }
    }
}
