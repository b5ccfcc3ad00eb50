package io.interlude.client.api;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event of an ad.
///
/// @param version always 2
/// @param fetchEventId message id of the fetch
/// @param timestamp Unix epoch milliseconds; when it is reported unless given
/// @param subscriber used only where the fetch had none
/// @param eventData JSON of at most 8 KiB, of a conversion `name`, `value`, `cur` and `orderId`
public record Event(
        int version,
        EventType eventType,
        String fetchEventId,
        @Nullable Long timestamp,
        @Nullable String subscriber,
        @Nullable Map<String, ?> eventData) {
    /// An event that happens now.
    ///
    /// @param messageId of the fetch
    public static Event of(String messageId, EventType type) {
        return new Event(2, type, messageId, null, null, null);
    }

    public Event at(Instant time) {
        return new Event(
                version, eventType, fetchEventId, time.toEpochMilli(), subscriber, eventData);
    }

    public Event subscriber(String id) {
        return new Event(version, eventType, fetchEventId, timestamp, id, eventData);
    }

    public Event eventData(Map<String, ?> data) {
        return new Event(version, eventType, fetchEventId, timestamp, subscriber, data);
    }
}
