package io.interlude.aggregate.state;

import io.interlude.schema.serde.RecordEncoder;
import io.interlude.schema.serde.TrustedClasses;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/// Bytes of records that only the aggregator itself reads: a version byte, a byte for the record
/// type, and Avro's binary encoding. No registry is asked, so a store opens without one.
///
/// The version stands for the schemas that this build was made with. A build that changes one of
/// them raises the version, and keeps what the type was like before as the resource
/// `<version>/<type>.avsc`: bytes of an earlier version are read with the schema of the first
/// version from theirs on that kept one, else with the present one.
///
/// @param <V> type that all the records have in common
public final class StateSerde<V extends SpecificRecord> {
    private static final byte VERSION = 5;
    private static final int HEADER_BYTES = 2;
    private static final byte[] NOTHING = {};

    static {
        TrustedClasses.install();
    }

    private final List<RecordType<V>> types;
    private final ThreadLocal<BinaryDecoder> decoders =
            ThreadLocal.withInitial(() -> DecoderFactory.get().binaryDecoder(NOTHING, null));

    private StateSerde(List<RecordType<V>> types) {
        this.types = types;
    }

    /// A serde of records of these types. The place of a type in the list is part of the bytes, so
    /// types are only ever added at the end. Safe for use by many threads.
    public static <V extends SpecificRecord> Serde<V> of(List<Class<? extends V>> types) {
        StateSerde<V> serde =
                new StateSerde<>(
                        IntStream.range(0, types.size())
                                .mapToObj(tag -> RecordType.<V>of(tag, types.get(tag)))
                                .toList());
        return Serdes.serdeFrom(
                (_, value) -> serde.serialize(value), (_, bytes) -> serde.deserialize(bytes));
    }

    @SuppressWarnings("NullAway") // Null is a tombstone, of which Kafka's interface says nothing.
    private byte[] serialize(V value) {
        if (value == null) {
            return null;
        }
        for (RecordType<V> type : types) {
            if (type.type() == value.getClass()) {
                return serialize(type, value);
            }
        }
        throw new SerializationException("not a type of this serde: " + value.getClass());
    }

    private byte[] serialize(RecordType<V> type, V value) {
        try {
            return type.encoder().encode(value);
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException("record does not fit its schema", e);
        }
    }

    @SuppressWarnings("NullAway") // As above.
    private V deserialize(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length < HEADER_BYTES
                || bytes[0] < 1
                || bytes[0] > VERSION
                || bytes[1] >= types.size()) {
            throw new SerializationException("state is of another version of the aggregator");
        }
        try {
            return types.get(bytes[1])
                    .reader(bytes[0])
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(
                                            bytes,
                                            HEADER_BYTES,
                                            bytes.length - HEADER_BYTES,
                                            decoders.get()));
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException("state does not fit its schema", e);
        }
    }

    /// A record type with a reader of each version's bytes, the first of version 1.
    private record RecordType<V extends SpecificRecord>(
            Class<? extends V> type, RecordEncoder<V> encoder, List<DatumReader<V>> readers) {
        static <V extends SpecificRecord> RecordType<V> of(int tag, Class<? extends V> type) {
            SpecificData model = SpecificData.getForClass(type);
            Schema present = model.getSchema(type);
            List<DatumReader<V>> readers = new ArrayList<>();
            try {
                for (int version = 1; version <= VERSION; version++) {
                    Schema written = writtenBy(version, present);
                    readers.add(new FastReaderBuilder(model).createDatumReader(written, present));
                }
            } catch (IOException e) {
                throw new IllegalStateException("no reader of " + type, e);
            }
            return new RecordType<>(
                    type,
                    new RecordEncoder<>(
                            new byte[] {VERSION, (byte) tag},
                            new SpecificDatumWriter<>(present, model)),
                    List.copyOf(readers));
        }

        DatumReader<V> reader(int version) {
            return readers.get(version - 1);
        }

        private static Schema writtenBy(int version, Schema present) throws IOException {
            for (int kept = version; kept < VERSION; kept++) {
                String name = "%d/%s.avsc".formatted(kept, present.getName());
                try (InputStream file = StateSerde.class.getResourceAsStream(name)) {
                    if (file != null) {
                        return new Schema.Parser().parse(file);
                    }
                }
            }
            return present;
        }
    }
}
