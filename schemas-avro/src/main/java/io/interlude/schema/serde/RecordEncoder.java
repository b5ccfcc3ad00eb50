package io.interlude.schema.serde;

import java.io.IOException;
import org.apache.avro.io.DatumWriter;

/// Encodes records of one schema, each behind the same header. Safe for use by many threads.
///
/// @param <D> the records
public final class RecordEncoder<D> {
    private static final ThreadLocal<RecordBuffer> BUFFERS =
            ThreadLocal.withInitial(RecordBuffer::new);

    private final byte[] header;
    private final DatumWriter<D> writer;

    /// An encoder.
    ///
    /// @param header what comes before each record
    public RecordEncoder(byte[] header, DatumWriter<D> writer) {
        this.header = header.clone();
        this.writer = writer;
    }

    /// The header's bytes, and then the record in Avro's binary encoding.
    ///
    /// @throws RuntimeException of any kind, when the record does not fit its schema
    public byte[] encode(D datum) throws IOException {
        try {
            return BUFFERS.get().encode(header, writer, datum);
        } catch (IOException | RuntimeException e) {
            // Avro's encoder may still hold part of the record.
            BUFFERS.remove();
            throw e;
        }
    }
}
