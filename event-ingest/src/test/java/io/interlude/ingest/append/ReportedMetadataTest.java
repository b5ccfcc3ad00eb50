package io.interlude.ingest.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.harness.Fetches;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import java.time.Instant;
import java.util.UUID;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class ReportedMetadataTest {
    private static final UUID EVENT_ID = new UUID(1, 2);
    private static final Instant OCCURRED_AT = Instant.ofEpochMilli(5);

    @Test
    void writesEachFieldWhereEverySchemaHasIt() {
        for (JournalEvent empty :
                new JournalEvent[] {
                    new DeliveryRecorded(),
                    new ClickRecorded(),
                    new ConversionRecorded(),
                    new FlowEventRecorded(),
                    new CustomEventRecorded(),
                    new EventRejected()
                }) {
            JournalEvent value = metadata().writeTo(empty);
            assertThat(field(value, "eventId")).isEqualTo(EVENT_ID.toString());
            assertThat(field(value, "eventType")).isEqualTo(EventType.click);
            assertThat(field(value, "occurredAt")).isEqualTo(OCCURRED_AT);
            assertThat(field(value, "receivedAt")).isEqualTo(Fetches.NOW);
            assertThat(field(value, "orgId")).isEqualTo("acme");
            assertThat(field(value, "applicationId")).isEqualTo("chat");
            assertThat(field(value, "fetchId")).isEqualTo(Fetches.aFetch().toString());
            assertThat(field(value, "subscriber")).isEqualTo("s");
            assertThat(field(value, "test")).isEqualTo(false);
            assertThat(field(value, "source")).isEqualTo(EventSource.api);
            assertThat(field(value, "keyId")).isEqualTo("k");
        }
    }

    private static ReportedMetadata metadata() {
        return new ReportedMetadata(
                EVENT_ID,
                EventType.click,
                OCCURRED_AT,
                Fetches.NOW,
                new OrgId("acme"),
                new ApplicationId("chat"),
                Fetches.aFetch(),
                new Subscriber("s"),
                EventSource.api,
                new KeyId("k"));
    }

    private static Object field(JournalEvent value, String name) {
        Schema.Field field = value.getSchema().getField(name);
        return value.get(field.pos());
    }
}
