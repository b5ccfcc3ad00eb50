package io.interlude.report.attribute;

import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.Subject;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/// The records of one request as bytes, one after the other, without what counts for nothing: no
/// subscriber, no context, no verdicts. Used by one thread.
final class Ledger {
    /// Most bytes of one request's records: some thousands of events. What comes after is not
    /// counted.
    static final int BYTES_MAX = 1 << 20;

    private static final List<Topic<?>> TOPICS = List.copyOf(Topics.folded());
    private static final int HEAD_BYTES = 1 + 8 + 8 + 4;

    private final List<RecordWriter> writers =
            TOPICS.stream().map(topic -> new RecordWriter(schema(topic))).toList();
    private final List<DatumReader<JournalEvent>> readers =
            TOPICS.stream().map(Ledger::reader).toList();
    private final ByteArrayOutputStream record = new ByteArrayOutputStream(512);
    private @Nullable BinaryEncoder encoder;
    private @Nullable BinaryDecoder decoder;

    private static Schema schema(Topic<?> topic) {
        return SpecificData.get().getSchema(topic.valueType());
    }

    private static DatumReader<JournalEvent> reader(Topic<?> topic) {
        try {
            Schema schema = schema(topic);
            return new FastReaderBuilder(SpecificData.getForClass(topic.valueType()))
                    .createDatumReader(schema, schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Changes with the form of the records.
    static long fingerprint() {
        long fingerprint = 1;
        for (Topic<?> topic : TOPICS) {
            fingerprint =
                    31 * fingerprint + SchemaNormalization.parsingFingerprint64(schema(topic));
        }
        return fingerprint;
    }

    /// Adds those of the further records to the subject for which there is room.
    ///
    /// @param records of the subject so far; null for none
    /// @return the records with them; the same where nothing is added
    byte @Nullable [] with(byte @Nullable [] records, List<PlacedEvent> further, Subject subject) {
        try {
            int before = records == null ? 0 : records.length;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(before + 300 * further.size());
            if (records != null) {
                bytes.writeBytes(records);
            }
            for (PlacedEvent next : further) {
                record.reset();
                encoder = EncoderFactory.get().binaryEncoder(record, encoder);
                writers.get(next.topic()).write(next.event(), encoder);
                encoder.flush();
                if (bytes.size() + HEAD_BYTES + record.size() <= BYTES_MAX) {
                    bytes.writeBytes(head(next, record.size()));
                    record.writeTo(bytes);
                    subject.add(next);
                }
            }
            return bytes.size() == before ? records : bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] head(PlacedEvent next, int size) {
        return ByteBuffer.allocate(HEAD_BYTES)
                .put((byte) next.topic())
                .putLong(next.offset())
                .putLong(next.writtenAtMillis())
                .putInt(size)
                .array();
    }

    Subject read(byte[] records) {
        try {
            Subject subject = new Subject();
            ByteBuffer at = ByteBuffer.wrap(records);
            while (at.hasRemaining()) {
                int topic = at.get();
                long offset = at.getLong();
                long writtenAtMillis = at.getLong();
                int length = at.getInt();
                decoder =
                        DecoderFactory.get().binaryDecoder(records, at.position(), length, decoder);
                JournalEvent event = readers.get(topic).read(null, decoder);
                at.position(at.position() + length);
                subject.add(new PlacedEvent(topic, offset, writtenAtMillis, false, event));
            }
            return subject;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Takes away what counts for nothing.
    static JournalEvent slim(JournalEvent event, AttributeBreakdown attributes) {
        event.setSubscriber(null);
        switch (event) {
            case AdFetched fetched -> {
                fetched.setCandidates(List.of());
                fetched.setFrequencyScopes(List.of());
                fetched.setContextHash(null);
                fetched.setState(null);
                fetched.setKeyedRequest(null);
                fetched.setAdvertiser(null);
                fetched.setAttributesJson(attributes.only(fetched.getAttributesJson()));
            }
            case AdNotFilled notFilled -> {
                notFilled.setCandidates(List.of());
                notFilled.setContextHash(null);
                notFilled.setKeyedRequest(null);
                notFilled.setState(null);
                notFilled.setAttributesJson(attributes.only(notFilled.getAttributesJson()));
            }
            default -> {
                // The others are small.
            }
        }
        return event;
    }
}
