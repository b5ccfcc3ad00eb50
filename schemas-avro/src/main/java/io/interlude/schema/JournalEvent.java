package io.interlude.schema;

import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// An event of the journal: every generated record that has an event id. The schemas say what the
/// fields mean.
public interface JournalEvent extends SpecificRecord {
    String getEventId();

    void setEventId(String eventId);

    EventType getEventType();

    void setEventType(EventType eventType);

    Instant getOccurredAt();

    void setOccurredAt(Instant occurredAt);

    Instant getReceivedAt();

    void setReceivedAt(Instant receivedAt);

    String getOrgId();

    void setOrgId(String orgId);

    @Nullable String getApplicationId();

    void setApplicationId(@Nullable String applicationId);

    @Nullable String getFetchId();

    void setFetchId(@Nullable String fetchId);

    @Nullable String getSubscriber();

    void setSubscriber(@Nullable String subscriber);

    boolean getTest();

    void setTest(boolean test);

    EventSource getSource();

    void setSource(EventSource source);

    @Nullable String getKeyId();

    void setKeyId(@Nullable String keyId);
}
