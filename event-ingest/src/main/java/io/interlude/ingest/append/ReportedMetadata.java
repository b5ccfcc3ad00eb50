package io.interlude.ingest.append;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import java.time.Instant;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
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

    /// Writes the fields into a new record and gives it back. By position, because the generated
    /// classes share no type that has them; a test holds every schema to these positions.
    public <V extends SpecificRecord> V writeTo(V value) {
        value.put(0, eventId.toString());
        value.put(1, eventType);
        value.put(2, occurredAt);
        value.put(3, receivedAt);
        value.put(4, orgId.value());
        value.put(5, applicationId == null ? null : applicationId.value());
        value.put(6, fetchId == null ? null : fetchId.toString());
        value.put(7, subscriber == null ? null : subscriber.value());
        // Whether it was a test is known of the fetch alone: the aggregator takes it from there.
        value.put(8, false);
        value.put(9, source);
        value.put(10, keyId == null ? null : keyId.value());
        return value;
    }
}
