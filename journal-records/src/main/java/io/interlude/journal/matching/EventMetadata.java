package io.interlude.journal.matching;

import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// The fields that every journal record starts with.
public record EventMetadata(
        String eventId,
        EventType eventType,
        Instant occurredAt,
        Instant receivedAt,
        String orgId,
        @Nullable String applicationId,
        @Nullable String fetchId,
        @Nullable String subscriber,
        boolean test,
        EventSource source,
        @Nullable String keyId) {
    /// The fields' names in their order in every schema.
    static final List<String> FIELDS =
            List.of(
                    "eventId",
                    "eventType",
                    "occurredAt",
                    "receivedAt",
                    "orgId",
                    "applicationId",
                    "fetchId",
                    "subscriber",
                    "test",
                    "source",
                    "keyId");

    /// The metadata of any journal record.
    public static EventMetadata of(SpecificRecord event) {
        return new EventMetadata(
                (String) event.get(0),
                (EventType) event.get(1),
                (Instant) event.get(2),
                (Instant) event.get(3),
                (String) event.get(4),
                (String) event.get(5),
                (String) event.get(6),
                (String) event.get(7),
                (Boolean) event.get(8),
                (EventSource) event.get(9),
                (String) event.get(10));
    }
}
