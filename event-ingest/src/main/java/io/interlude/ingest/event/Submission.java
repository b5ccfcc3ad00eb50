package io.interlude.ingest.event;

import io.interlude.ingest.traffic.TrafficClass;
import io.interlude.kit.keys.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The circumstances of a report: whose, in which form, when, and under which `Idempotency-Key`.
///
/// @param part tells the events of one batch apart, which share a key and are not the same; empty
///   outside a batch
/// @param invalidTraffic why no person caused it, where that is known
public record Submission(
        Caller caller,
        EventForm form,
        Instant receivedAt,
        @Nullable String idempotencyKey,
        String part,
        @Nullable TrafficClass invalidTraffic) {
    /// A report that is not part of a batch.
    public Submission(
            Caller caller, EventForm form, Instant receivedAt, @Nullable String idempotencyKey) {
        this(caller, form, receivedAt, idempotencyKey, "", null);
    }

    Submission ofPart(String newPart) {
        return new Submission(caller, form, receivedAt, idempotencyKey, newPart, invalidTraffic);
    }
}
