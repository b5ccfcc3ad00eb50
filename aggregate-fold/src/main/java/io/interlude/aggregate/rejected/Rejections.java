package io.interlude.aggregate.rejected;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.SubscriberErased;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Records of `ads.rejected` for what the aggregator could not use.
public final class Rejections {
    /// No fetch with the event's fetch id is known, or it is another org's. A request that names
    /// such a fetch is refused with the same word.
    public static final String UNKNOWN_FETCH = "unknown_fetch";

    /// The event cannot have happened in what its fetch served.
    public static final String UNMATCHED = "unmatched";

    /// The record's bytes do not fit a schema, or its fields make no sense together.
    public static final String UNREADABLE_RECORD = "unreadable_record";

    /// The event's fetch has as many events of this kind as are counted of one fetch.
    public static final String TOO_MANY_EVENTS = "too_many_events";

    private static final String OUT_OF_BOUNDS =
            "A name in the record is too long, or its event is too far ahead of its time.";

    /// Most characters that are kept of a rejected event; a request has fewer.
    private static final int BODY_MAX = 64 * 1024;

    private Rejections() {}

    /// An event whose fetch did not come.
    public static EventRejected unknownFetch(JournalEvent event) {
        return rejected(
                event,
                UNKNOWN_FETCH,
                "No fetch with this id is known any more.",
                "fetchEventId",
                body(event));
    }

    /// An event that does not match the ad of its fetch.
    ///
    /// @param test true if the fetch was test traffic, which its events do not say
    public static EventRejected unmatched(JournalEvent event, FlowMismatch mismatch, boolean test) {
        EventRejected rejected =
                rejected(event, UNMATCHED, mismatch.description(), mismatch.field(), body(event));
        rejected.setTest(rejected.getTest() || test);
        return rejected;
    }

    /// An event of a fetch that has enough of its kind.
    public static EventRejected tooMany(JournalEvent event) {
        return rejected(
                event,
                TOO_MANY_EVENTS,
                "Only %d events of this kind are counted per fetch."
                        .formatted(EventBounds.EVENTS_OF_FETCH_MAX),
                "fetchEventId",
                body(event));
    }

    /// An event that is out of the bounds of what is counted.
    public static EventRejected outOfBounds(SpecificRecord event, Instant at, Place place) {
        if (!(event instanceof JournalEvent told)) {
            return undeserializable(OUT_OF_BOUNDS, at, place);
        }
        EventRejected bounded = atPlace(place, at);
        bounded.setEventType(told.getEventType());
        bounded.setOrgId(told.getOrgId().length() > EventBounds.TEXT_MAX ? "" : told.getOrgId());
        bounded.setTest(told.getTest());
        bounded.setSource(told.getSource());
        return rejected(bounded, UNREADABLE_RECORD, OUT_OF_BOUNDS, null, place.toJson());
    }

    /// A record that was deserialised but makes no sense.
    public static EventRejected senseless(SpecificRecord event, String cause, Place place) {
        return event instanceof SubscriberErased erased
                ? undeserializable(cause, erased.getErasedAt(), place)
                : rejected((JournalEvent) event, UNREADABLE_RECORD, cause, null, place.toJson());
    }

    /// A record that could not be deserialised. The id is made from its place, so that every run
    /// over the journal makes the same.
    public static EventRejected undeserializable(String cause, Instant at, Place place) {
        return rejected(atPlace(place, at), UNREADABLE_RECORD, cause, null, place.toJson());
    }

    /// An event of which only the place is known.
    private static EventRejected atPlace(Place place, Instant at) {
        EventRejected unknown = new EventRejected();
        unknown.setEventId(place.eventId());
        unknown.setEventType(EventType.UNKNOWN);
        unknown.setOccurredAt(at);
        unknown.setReceivedAt(at);
        unknown.setOrgId("");
        unknown.setSource(EventSource.UNKNOWN);
        return unknown;
    }

    /// The event as it was reported, unless no request can have been so long.
    private static String body(JournalEvent event) {
        String body = ReportedBody.of(event);
        return body.length() > BODY_MAX ? "{}" : body;
    }

    private static EventRejected rejected(
            JournalEvent event,
            String reason,
            String description,
            @Nullable String field,
            String bodyJson) {
        return EventRejected.newBuilder()
                .setEventId(event.getEventId())
                .setEventType(event.getEventType())
                .setOccurredAt(event.getOccurredAt())
                .setReceivedAt(event.getReceivedAt())
                .setOrgId(event.getOrgId())
                .setApplicationId(event.getApplicationId())
                .setFetchId(event.getFetchId())
                .setSubscriber(event.getSubscriber())
                .setTest(event.getTest())
                .setSource(event.getSource())
                .setKeyId(event.getKeyId())
                .setReason(reason)
                .setDescription(description)
                .setField(field)
                .setStage(RejectionStage.aggregator)
                .setBodyJson(bodyJson)
                .build();
    }

    /// The place of a record in the journal.
    public record Place(String topic, int partition, long offset) {
        /// Of the event that lies there, where it has none that is of use. Every run over the
        /// journal makes the same.
        private String eventId() {
            return UUID.nameUUIDFromBytes(toJson().getBytes(StandardCharsets.UTF_8)).toString();
        }

        String toJson() {
            return "{\"topic\":\"%s\",\"partition\":%d,\"offset\":%d}"
                    .formatted(topic, partition, offset);
        }
    }
}
