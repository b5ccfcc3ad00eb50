package io.interlude.ingest.event;

import io.interlude.kit.keys.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The circumstances of a report: whose, in which form, when, and under which `Idempotency-Key`.
///
/// @param place position in its batch, from 0: events of one batch share a key and are not the same
public record Submission(
        Caller caller,
        EventForm form,
        Instant receivedAt,
        @Nullable String idempotencyKey,
        int place) {
    public Submission at(int newPlace) {
        return new Submission(caller, form, receivedAt, idempotencyKey, newPlace);
    }
}
