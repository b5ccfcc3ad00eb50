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
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Bytes of records that only the aggregator itself reads: a version byte, a byte for the record
/// type, and Avro's binary encoding. No registry is asked, so a store opens without one.
///
/// The version stands for the schemas that this build was made with. A build that changes one of
/// them raises the version, and keeps what the type was like before as the resource
/// `<version>/<type>.avsc`: bytes of an earlier version are read with the schema of the first
/// version from theirs on that kept one, else with the present one.
///
/// A build that puts something new into a store that former ones would pass over raises it too, so
/// that they read none of it.
///
/// Version 6 was written with two schemas of some types. What the later one cannot read, because
/// fields are missing at its end, is read with the first, the resource `6/first/<type>.avsc`.
///
/// Bytes that no version wrote read as if there were none: somebody else wrote them to a topic of
/// ours, and what they took the place of is gone. Those of a later version are an error, because a
/// later build reads them again. A record that would not fit the topics is refused before anything
/// of it is written.
///
/// @param <V> type that all the records have in common
public final class StateSerde<V extends SpecificRecord> {
    static final byte VERSION = 11;

    private static final byte TWICE_WRITTEN = 6;

    /// Versions that later builds may have: their bytes must not be taken for broken ones.
    private static final byte LATER_VERSIONS = 16;

    private static final int HEADER_BYTES = 2;

    /// A record of Kafka's default size, less its key and what Kafka adds.
    static final int RECORD_BYTES_MAX = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(StateSerde.class);
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
            byte[] bytes = type.encoder().encode(value);
            if (bytes.length > RECORD_BYTES_MAX) {
                throw new IllegalArgumentException("state of " + bytes.length + " bytes");
            }
            return bytes;
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException("record does not fit its schema", e);
        }
    }

    @SuppressWarnings("NullAway") // As above.
    private V deserialize(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length >= HEADER_BYTES
                && bytes[0] > VERSION
                && bytes[0] <= VERSION + LATER_VERSIONS) {
            throw new StreamsException("state is of a later version of the aggregator");
        }
        if (bytes.length < HEADER_BYTES
                || bytes[0] < 1
                || bytes[0] > VERSION
                || bytes[1] < 0
                || bytes[1] >= types.size()) {
            return unreadable(null);
        }
        RecordType<V> type = types.get(bytes[1]);
        try {
            return read(type.reader(bytes[0]), bytes);
        } catch (IOException | RuntimeException e) {
            DatumReader<V> first = bytes[0] == TWICE_WRITTEN ? type.firstOfTwo() : null;
            return first == null ? unreadable(e) : readFirst(first, bytes);
        }
    }

    @SuppressWarnings("NullAway") // As above.
    private V readFirst(DatumReader<V> first, byte[] bytes) {
        try {
            return read(first, bytes);
        } catch (IOException | RuntimeException e) {
            return unreadable(e);
        }
    }

    private V read(DatumReader<V> reader, byte[] bytes) throws IOException {
        return reader.read(
                null,
                DecoderFactory.get()
                        .binaryDecoder(
                                bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, decoders.get()));
    }

    @SuppressWarnings("NullAway") // As above.
    private V unreadable(@Nullable Exception cause) {
        LOG.error("event=state_unreadable types={}", types, cause);
        return null;
    }

    /// A record type with a reader of each version's bytes, the first of version 1.
    ///
    /// @param firstOfTwo of what version 6 wrote first; null where it wrote one thing
    private record RecordType<V extends SpecificRecord>(
            Class<? extends V> type,
            RecordEncoder<V> encoder,
            List<DatumReader<V>> readers,
            @Nullable DatumReader<V> firstOfTwo) {
        static <V extends SpecificRecord> RecordType<V> of(int tag, Class<? extends V> type) {
            SpecificData model = SpecificData.getForClass(type);
            Schema present = model.getSchema(type);
            List<DatumReader<V>> readers = new ArrayList<>();
            DatumReader<V> firstOfTwo = null;
            try {
                for (int version = 1; version <= VERSION; version++) {
                    Schema written = writtenBy(version, present);
                    readers.add(new FastReaderBuilder(model).createDatumReader(written, present));
                }
                Schema first = kept(TWICE_WRITTEN + "/first", present);
                if (first != null) {
                    firstOfTwo = new FastReaderBuilder(model).createDatumReader(first, present);
                }
            } catch (IOException e) {
                throw new IllegalStateException("no reader of " + type, e);
            }
            return new RecordType<>(
                    type,
                    new RecordEncoder<>(
                            new byte[] {VERSION, (byte) tag},
                            new SpecificDatumWriter<>(present, model)),
                    List.copyOf(readers),
                    firstOfTwo);
        }

        @Override
        public String toString() {
            return type.getSimpleName();
        }

        DatumReader<V> reader(int version) {
            return readers.get(version - 1);
        }

        private static Schema writtenBy(int version, Schema present) throws IOException {
            for (int later = version; later < VERSION; later++) {
                Schema kept = kept(String.valueOf(later), present);
                if (kept != null) {
                    return kept;
                }
            }
            return present;
        }

        private static @Nullable Schema kept(String folder, Schema present) throws IOException {
            String name = "%s/%s.avsc".formatted(folder, present.getName());
            try (InputStream file = StateSerde.class.getResourceAsStream(name)) {
                return file == null ? null : new Schema.Parser().parse(file);
            }
        }
    }
}
