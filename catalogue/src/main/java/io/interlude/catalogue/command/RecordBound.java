package io.interlude.catalogue.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.history.HistoryCodec;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.journal.append.OversizedRecordException;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topics;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;

/// Holds records of the catalogue to what their topics take. Found out by Kafka, one that is too
/// large costs the transaction and the writer's place, and everybody waits for the next.
///
/// @param serializer writes values as they are sent
record RecordBound(Serializer<? super SpecificRecord> serializer) {

    boolean admits(ProducerRecord<String, SpecificRecord> sent) {
        byte[] value = serializer.serialize(sent.topic(), sent.value());
        int bytes = value.length + sent.key().getBytes(UTF_8).length;
        return bytes <= Topics.LARGEST_RECORD_BYTES;
    }

    /// The refusal of a resource that is too large; names its largest field.
    static OversizedRecordException refusal(CatalogueEntry<?> entry) {
        CatalogueRecord value = entry.value();
        return new OversizedRecordException(
                HistoryCodec.kind(entry.topic()),
                value.getId(),
                largestField(value),
                Topics.LARGEST_RECORD_BYTES);
    }

    private static String largestField(CatalogueRecord value) {
        String largest = "";
        int most = -1;
        for (Schema.Field field : value.getSchema().getFields()) {
            int length = String.valueOf(value.get(field.pos())).length();
            if (length > most) {
                most = length;
                largest = field.name();
            }
        }
        return largest;
    }
}
