package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.ClickRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

class RecordedOrgTest {
    @Test
    void everyEventBeginsAsItIsRead() {
        assertThat(Topics.all())
                .map(Topic::valueType)
                .filteredOn(JournalEvent.class::isAssignableFrom)
                .isNotEmpty()
                .allSatisfy(type ->
                        assertThat(SpecificData.get().getSchema(type).getFields().subList(0, 5))
                                .extracting(Schema.Field::name, field -> field.schema().getType())
                                .hasToString(
                                        List.of(
                                                        "(\"eventId\", STRING)",
                                                        "(\"eventType\", ENUM)",
                                                        "(\"occurredAt\", LONG)",
                                                        "(\"receivedAt\", LONG)",
                                                        "(\"orgId\", STRING)")
                                                .toString()));
    }

    @Test
    void readsTheOrgOfWhatAnEarlierProcessLeft() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {0, 0, 0, 0, 9});
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        encoder.writeString("event-1");
        encoder.writeEnum(3);
        encoder.writeLong(1_750_000_000_000L);
        encoder.writeLong(1_750_000_000_000L);
        encoder.writeString("acme");
        encoder.writeString("what follows");

        assertThat(RecordedOrg.of(bytes.toByteArray())).isEqualTo("acme");
    }

    @Test
    void whatIsNoEventIsOfNoOrg() {
        assertThat(RecordedOrg.of(new byte[0])).isEmpty();
        assertThat(RecordedOrg.of(new byte[] {0, 0, 0, 0, 9, 127})).isEmpty();
        assertThat(RecordedOrg.of(new ClickRecorded())).isEmpty();
    }
}
