package io.interlude.aggregate.rejected;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.kit.http.Reason;
import io.interlude.kit.matching.EventMetadata;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.RejectionStage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Records of `ads.rejected` for what the aggregator could not use.
public final class Rejections {
    /// No fetch with the event's fetch id is known, or it is another org's.
    public static final String UNKNOWN_FETCH = Reason.UNKNOWN_FETCH.wireName();

    /// The event cannot have happened in what its fetch served.
    public static final String UNMATCHED = "unmatched";

    /// The record's bytes do not fit a schema, or its fields make no sense together.
    public static final String UNREADABLE_RECORD = "unreadable_record";

    private Rejections() {}

    /// An event whose fetch did not come.
    public static EventRejected unknownFetch(SpecificRecord event) {
        return rejected(
                EventMetadata.of(event),
                UNKNOWN_FETCH,
                "No fetch with this id is known any more.",
                "fetchEventId",
                ReportedBody.of(event));
    }

    /// An event that does not belong to what its fetch served.
    ///
    /// @param test whether the fetch was test traffic, which its events do not say
    public static EventRejected unmatched(
            SpecificRecord event, FlowMismatch mismatch, boolean test) {
        EventRejected rejected =
                rejected(
                        EventMetadata.of(event),
                        UNMATCHED,
                        mismatch.description(),
                        mismatch.field(),
                        ReportedBody.of(event));
        rejected.setTest(rejected.getTest() || test);
        return rejected;
    }

    /// A record that was deserialised but makes no sense.
    public static EventRejected senseless(SpecificRecord event, String cause, Place place) {
        return rejected(EventMetadata.of(event), UNREADABLE_RECORD, cause, null, place.toJson());
    }

    /// A record that could not be deserialised. The id is made from its place, so that every run
    /// over the journal makes the same.
    public static EventRejected undeserializable(String cause, Instant at, Place place) {
        UUID id = UUID.nameUUIDFromBytes(place.toJson().getBytes(StandardCharsets.UTF_8));
        EventMetadata unknown =
                new EventMetadata(
                        id.toString(),
                        EventType.UNKNOWN,
                        at,
                        at,
                        "",
                        null,
                        null,
                        null,
                        false,
                        EventSource.UNKNOWN,
                        null);
        return rejected(unknown, UNREADABLE_RECORD, cause, null, place.toJson());
    }

    private static EventRejected rejected(
            EventMetadata event,
            String reason,
            String description,
            @Nullable String field,
            String bodyJson) {
        return EventRejected.newBuilder()
                .setEventId(event.eventId())
                .setEventType(event.eventType())
                .setOccurredAt(event.occurredAt())
                .setReceivedAt(event.receivedAt())
                .setOrgId(event.orgId())
                .setApplicationId(event.applicationId())
                .setFetchId(event.fetchId())
                .setSubscriber(event.subscriber())
                .setTest(event.test())
                .setSource(event.source())
                .setKeyId(event.keyId())
                .setReason(reason)
                .setDescription(description)
                .setField(field)
                .setStage(RejectionStage.aggregator)
                .setBodyJson(bodyJson)
                .build();
    }

    /// Where a record lies in the journal.
    public record Place(String topic, int partition, long offset) {
        String toJson() {
            return "{\"topic\":\"%s\",\"partition\":%d,\"offset\":%d}"
                    .formatted(topic, partition, offset);
        }
    }
}
