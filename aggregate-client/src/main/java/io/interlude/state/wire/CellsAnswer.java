package io.interlude.state.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;

/// Writes the answer to a [CellsQuestion] as frames: four bytes of length, a byte that tells the
/// kind, and the rest. A partition's cells come in blocks, and then the frame that says that they
/// are all, or that they are not to be had. Used by one thread at a time.
///
/// @param <V> what a cell is
public final class CellsAnswer<V> {
    /// Bytes of cells in one frame, but for the last cell's.
    static final int BLOCK_BYTES = 32 << 10;

    static final int SCHEMA = 1;
    static final int CELLS = 2;
    static final int COMPLETE = 3;
    static final int MISSING = 4;

    /// A partition, as a number in a frame.
    private static final int HEADER_BYTES = Integer.BYTES + 1;

    private final DatumWriter<V> writer;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(block, null);

    public CellsAnswer(CellKind<?> kind) {
        Schema schema = kind.schema();
        writer = new SpecificDatumWriter<>(schema, SpecificData.getForClass(kind.type()));
    }

    /// The first frame: empty if the caller knows the schema.
    public static byte[] beginning(CellsQuestion question) {
        long fingerprint = CellsQuestion.fingerprint(question.kind());
        WireWriter body = new WireWriter();
        body.writeText(
                fingerprint == question.schemaFingerprint()
                        ? ""
                        : question.kind().schema().toString());
        return frame(SCHEMA, body.take());
    }

    /// Adds a cell to the block.
    public void add(V cell) {
        try {
            writer.write(cell, encoder);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
    }

    /// Whether the block is to be sent before more is added.
    public boolean isFull() {
        return block.size() >= BLOCK_BYTES;
    }

    /// The cells that were added since the last call.
    public byte[] drain(int partition) {
        byte[] cells = block.toByteArray();
        block.reset();
        WireWriter body = new WireWriter().writeNumber(partition).writeBlock(cells);
        return frame(CELLS, body.take());
    }

    /// The frame behind the last cell of a partition.
    public static byte[] complete(int partition) {
        return frame(COMPLETE, new WireWriter().writeNumber(partition).take());
    }

    /// The frame for a partition that cannot be read here: what came of it does not count.
    public static byte[] missing(int partition) {
        return frame(MISSING, new WireWriter().writeNumber(partition).take());
    }

    private static byte[] frame(int type, byte[] body) {
        return ByteBuffer.allocate(HEADER_BYTES + body.length)
                .putInt(body.length + 1)
                .put((byte) type)
                .put(body)
                .array();
    }
}
