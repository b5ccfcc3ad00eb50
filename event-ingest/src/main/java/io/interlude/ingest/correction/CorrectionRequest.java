package io.interlude.ingest.correction;

import io.interlude.schema.EventType;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request to take events back.
///
/// @param reason for later readers of the journal
/// @param dryRun true to report the effect alone
record CorrectionRequest(Selection selection, String reason, boolean dryRun) {
    /// The chosen events.
    sealed interface Selection {}

    /// Those with these ids.
    record ByIds(Set<String> eventIds) implements Selection {
        ByIds {
            eventIds = Set.copyOf(eventIds);
        }
    }

    /// Those that occurred in `[from, to)` and pass every filter that is given.
    ///
    /// @param eventTypes any of them; empty for all
    /// @param lineItem of the fetch
    /// @param messageId of the fetch
    record ByFilter(
            Instant from,
            Instant to,
            Set<EventType> eventTypes,
            @Nullable String lineItem,
            @Nullable String messageId)
            implements Selection {
        ByFilter {
            eventTypes = Set.copyOf(eventTypes);
        }
    }
}
