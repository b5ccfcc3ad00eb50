package io.interlude.ingest.append;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.JournalEvent;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The fields with which every record of the journal begins.
///
/// @param occurredAt when it happened, by the client's clock where it told, else `receivedAt`
public record ReportedMetadata(
        UUID eventId,
        EventType eventType,
        Instant occurredAt,
        Instant receivedAt,
        OrgId orgId,
        @Nullable ApplicationId applicationId,
        @Nullable FetchId fetchId,
        @Nullable Subscriber subscriber,
        EventSource source,
        @Nullable KeyId keyId) {

    /// Writes the fields into a new record and gives it back.
    public <V extends JournalEvent> V writeTo(V value) {
        value.setEventId(eventId.toString());
        value.setEventType(eventType);
        value.setOccurredAt(occurredAt);
        value.setReceivedAt(receivedAt);
        value.setOrgId(orgId.value());
        value.setApplicationId(applicationId == null ? null : applicationId.value());
        value.setFetchId(fetchId == null ? null : fetchId.toString());
        value.setSubscriber(subscriber == null ? null : subscriber.value());
        // Whether it was a test is known of the fetch alone: the aggregator takes it from there.
        value.setTest(false);
        value.setSource(source);
        value.setKeyId(keyId == null ? null : keyId.value());
        return value;
    }
}
