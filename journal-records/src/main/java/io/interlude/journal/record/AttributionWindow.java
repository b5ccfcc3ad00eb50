package io.interlude.journal.record;

import io.interlude.domain.identity.FetchId;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.JournalEvent;
import java.time.Duration;
import java.util.Optional;

/// The time after a fetch in which its events count.
///
/// @param length more than zero
public record AttributionWindow(Duration length) {
    /// For events that were received in time and read late.
    private static final Duration GRACE = Duration.ofHours(1);

    public AttributionWindow {
        if (!length.isPositive()) {
            throw new IllegalArgumentException("length is not positive: " + length);
        }
    }

    /// How long a fetch is kept for its events, in the time of the journal.
    public Duration retention() {
        return length.plus(GRACE);
    }

    /// True for an event that was received too late after its fetch to count. A conversion carries
    /// that in its record.
    public boolean isPast(JournalEvent event) {
        return Optional.ofNullable(event.getFetchId())
                .flatMap(FetchId::parse)
                .filter(fetchId -> isPast(fetchId, event))
                .isPresent();
    }

    /// The same of an event of this fetch.
    public boolean isPast(FetchId fetchId, JournalEvent event) {
        return !(event instanceof ConversionRecorded)
                && event.getReceivedAt().isAfter(fetchId.madeAt().plus(length));
    }
}
