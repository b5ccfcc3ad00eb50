package io.interlude.journal.history;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.schema.AdFetched;
import org.jspecify.annotations.Nullable;

/// A record of the journal, and what the counts made of it.
///
/// @param verdict null when it could not be found in time: it is never guessed
/// @param fetched the fetch that it belongs to; null for what belongs to none, and when it could
///   not be found in time
public record JudgedEvent(
        PlacedRecord record, @Nullable CountingVerdict verdict, @Nullable AdFetched fetched) {
    /// Pseudonym of the subscriber whose event it is: that of its fetch. One that the event itself
    /// names counts only where the fetch has none. Null where there is neither.
    public @Nullable String subscriber() {
        return fetched == null || fetched.getSubscriber() == null
                ? record.event().getSubscriber()
                : fetched.getSubscriber();
    }
}
