package io.interlude.ingest.event;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.flow.FlowEventData;
import io.interlude.schema.EventType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event that passed every check. `dataJson`, where it has one, is the request's `eventData`,
/// without API keys.
sealed interface ReportedEvent {
    EventType type();

    Occurrence occurrence();

    /// The fetch, time and subscriber of an event.
    ///
    /// @param fetchId null for a conversion that no fetch is given credit for
    /// @param subscriber as the request names it; counts only where the fetch had none
    record Occurrence(
            @Nullable FetchId fetchId, Instant occurredAt, @Nullable Subscriber subscriber) {}

    /// Send, deliver or read.
    record Delivery(EventType type, Occurrence occurrence, @Nullable String dataJson)
            implements ReportedEvent {}

    /// A click that the application saw.
    record Click(Occurrence occurrence, @Nullable String dataJson) implements ReportedEvent {
        @Override
        public EventType type() {
            return EventType.click;
        }
    }

    /// A tracked activity and its value.
    ///
    /// @param late true if it came after the attribution window of its fetch
    record Conversion(
            Occurrence occurrence, ConversionValue value, @Nullable String dataJson, boolean late)
            implements ReportedEvent {
        @Override
        public EventType type() {
            return EventType.conversion;
        }
    }

    /// A step of a flow ad.
    record FlowStep(EventType type, Occurrence occurrence, FlowEventData data)
            implements ReportedEvent {}

    /// An event that the application named itself.
    record Custom(Occurrence occurrence, String eventName, @Nullable String dataJson)
            implements ReportedEvent {
        @Override
        public EventType type() {
            return EventType.custom;
        }
    }
}
