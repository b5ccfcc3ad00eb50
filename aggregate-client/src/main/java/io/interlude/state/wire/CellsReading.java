package io.interlude.state.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/// Reads one answer of [CellsAnswer], however it is cut into pieces. A partition's cells are given
/// only when they are all there. Used by one thread at a time.
///
/// @param <V> what a cell is
public final class CellsReading<V extends SpecificRecord> {
    /// No block is so large: a cell's sketch has 20 KB at most.
    private static final int FRAME_BYTES_MAX = 4 << 20;

    private final CellKind<V> kind;
    private final Map<Integer, List<byte[]>> partitionToBlocks = new HashMap<>();
    private byte[] rest = new byte[0];
    private DatumReader<V> reader;

    public CellsReading(CellKind<V> kind) {
        this.kind = kind;
        reader = readerOf(kind.schema());
    }

    /// Takes the next piece, and tells which partitions ended with it.
    ///
    /// @throws MalformedStateException if it is not the next piece of an answer
    public List<Ended<V>> take(byte[] piece) {
        byte[] bytes = rest.length == 0 ? piece : joined(rest, piece);
        List<Ended<V>> ended = new ArrayList<>();
        int at = 0;
        while (bytes.length - at >= Integer.BYTES) {
            int length = length(bytes, at);
            int start = at + Integer.BYTES;
            if (bytes.length - start < length) {
                break;
            }
            frame(Arrays.copyOfRange(bytes, start, start + length), ended);
            at = start + length;
        }
        rest = Arrays.copyOfRange(bytes, at, bytes.length);
        return ended;
    }

    private void frame(byte[] frame, List<Ended<V>> ended) {
        WireReader body = new WireReader(frame);
        int type = body.readByte();
        if (type == CellsAnswer.SCHEMA) {
            schema(body.readText());
            return;
        }
        int partition = body.readCount(Integer.MAX_VALUE);
        switch (type) {
            case CellsAnswer.CELLS ->
                    partitionToBlocks
                            .computeIfAbsent(partition, _ -> new ArrayList<>())
                            .add(body.readBlock());
            case CellsAnswer.COMPLETE -> ended.add(new Complete<>(partition, cells(partition)));
            case CellsAnswer.MISSING -> {
                partitionToBlocks.remove(partition);
                ended.add(new Missing<>(partition));
            }
            default -> throw new MalformedStateException();
        }
    }

    private Cells<V> cells(int partition) {
        List<byte[]> blocks = partitionToBlocks.remove(partition);
        return new Cells<>(reader, blocks == null ? List.of() : blocks);
    }

    private void schema(String json) {
        if (json.isEmpty()) {
            return;
        }
        try {
            reader = readerOf(new Schema.Parser().parse(json));
        } catch (SchemaParseException e) {
            throw new MalformedStateException();
        }
    }

    private DatumReader<V> readerOf(Schema written) {
        try {
            return new FastReaderBuilder(SpecificData.getForClass(kind.type()))
                    .createDatumReader(written, kind.schema());
        } catch (IOException | AvroRuntimeException e) {
            throw new MalformedStateException();
        }
    }

    private static int length(byte[] bytes, int at) {
        int length = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            length = (length << Byte.SIZE) | (bytes[at + i] & 0xFF);
        }
        if (length < 1 || length > FRAME_BYTES_MAX) {
            throw new MalformedStateException();
        }
        return length;
    }

    private static byte[] joined(byte[] left, byte[] right) {
        byte[] joined = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }

    /// A partition of which nothing more comes.
    public sealed interface Ended<V> {
        int partition();
    }

    public record Complete<V>(int partition, Cells<V> cells) implements Ended<V> {}

    record Missing<V>(int partition) implements Ended<V> {}

    /// All cells of a partition, still as bytes.
    public record Cells<V>(DatumReader<V> reader, List<byte[]> blocks) {
        /// Gives them one at a time.
        ///
        /// @throws MalformedStateException if they cannot be read
        public void forEach(Consumer<? super V> taker) {
            for (byte[] block : blocks) {
                BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(block, null);
                while (true) {
                    V cell;
                    try {
                        if (decoder.isEnd()) {
                            break;
                        }
                        cell = read(decoder);
                    } catch (IOException | AvroRuntimeException e) {
                        throw new MalformedStateException();
                    }
                    taker.accept(cell);
                }
            }
        }

        @SuppressWarnings("NullAway") // Avro takes null for a record that it makes itself.
        private V read(BinaryDecoder decoder) throws IOException {
            return reader.read(null, decoder);
        }
    }
}
