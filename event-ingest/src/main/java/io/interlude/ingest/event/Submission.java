package io.interlude.ingest.event;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.traffic.TrafficClass;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The circumstances of a report: whose, in which form, when, and under which `Idempotency-Key`.
///
/// @param part tells the events of one batch apart, which share a key and are not the same; empty
///   outside a batch
/// @param invalidTraffic why no person caused it, where that is known
/// @param subscriber pseudonym of an event that is sent again, whose body no longer names anybody
public record Submission(
        Caller caller,
        EventForm form,
        Instant receivedAt,
        @Nullable String idempotencyKey,
        String part,
        @Nullable TrafficClass invalidTraffic,
        @Nullable Subscriber subscriber) {
    /// A report that is not part of a batch.
    public Submission(
            Caller caller, EventForm form, Instant receivedAt, @Nullable String idempotencyKey) {
        this(caller, form, receivedAt, idempotencyKey, "", null, null);
    }

    /// An event that is sent again.
    public static Submission again(
            Caller caller, EventForm form, Instant receivedAt, @Nullable Subscriber subscriber) {
        return new Submission(caller, form, receivedAt, null, "", null, subscriber);
    }

    Submission ofPart(String newPart) {
        return new Submission(
                caller, form, receivedAt, idempotencyKey, newPart, invalidTraffic, subscriber);
    }
}
