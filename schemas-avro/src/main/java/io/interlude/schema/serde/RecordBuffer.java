package io.interlude.schema.serde;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;

/// Memory of one thread in which a record is encoded behind its header. A record larger than the
/// bound does not make it larger for good. After an exception another one is to be used: the
/// encoder may still hold part of the record.
final class RecordBuffer extends OutputStream {
    private static final int INITIAL_BYTES = 1024;
    private static final int KEPT_BYTES = 64 * 1024;

    private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(this, null);
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    /// The header's bytes, and then the record in Avro's binary encoding.
    <D> byte[] encode(byte[] header, DatumWriter<D> writer, D datum) throws IOException {
        length = header.length;
        System.arraycopy(header, 0, bytes, 0, length);
        writer.write(datum, encoder);
        encoder.flush();
        byte[] encoded = Arrays.copyOf(bytes, length);
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
        return encoded;
    }

    @Override
    public void write(int value) {
        reserve(1);
        bytes[length] = (byte) value;
        length++;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
