package io.interlude.report.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// The values of one column in one row group, encoded as they come: whether each is there (run
/// lengths of 0 and 1), and those that are, plainly.
///
/// Source: Apache Parquet, "Encodings": plain, and the hybrid of run lengths and bit packing, of
/// which only run lengths are written.
final class ColumnBuffer {
    private static final int PLAIN = 0;
    private static final int RUN_LENGTHS = 3;
    private static final int DATA_PAGE = 0;

    private final ParquetType type;
    private final ByteArrayOutputStream presence = new ByteArrayOutputStream();
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private int rowCount;
    private int runLength;
    private boolean runPresent;
    private int bits;
    private int bitCount;

    ColumnBuffer(ParquetType type) {
        this.type = type;
    }

    /// Encoded bytes so far.
    int size() {
        return presence.size() + values.size();
    }

    /// Adds the next row's value.
    ///
    /// @throws IllegalArgumentException if the value is not of the column's type
    void add(@Nullable Object value) {
        boolean present = value != null;
        if (runLength > 0 && present != runPresent) {
            endRun();
        }
        runPresent = present;
        runLength++;
        rowCount++;
        if (value != null) {
            write(value);
        }
    }

    private void write(Object value) {
        switch (type) {
            case TEXT, JSON -> {
                byte[] utf8 = cast(String.class, value).getBytes(UTF_8);
                writeLittleEndian(utf8.length, Integer.BYTES);
                values.writeBytes(utf8);
            }
            case TIMESTAMP ->
                    writeLittleEndian(cast(Instant.class, value).toEpochMilli(), Long.BYTES);
            case DECIMAL ->
                    writeLittleEndian(
                            cast(BigDecimal.class, value)
                                    .movePointRight(ParquetType.SCALE)
                                    .longValueExact(),
                            Long.BYTES);
            case INTEGER -> writeLittleEndian(cast(Integer.class, value), Integer.BYTES);
            case LONG -> writeLittleEndian(cast(Long.class, value), Long.BYTES);
            case DOUBLE ->
                    writeLittleEndian(
                            Double.doubleToRawLongBits(cast(Double.class, value)), Long.BYTES);
            case BOOLEAN -> writeBit(cast(Boolean.class, value));
        }
    }

    private <T> T cast(Class<T> expected, Object value) {
        if (!expected.isInstance(value)) {
            throw new IllegalArgumentException(type + " is no " + value.getClass());
        }
        return expected.cast(value);
    }

    private void writeLittleEndian(long value, int count) {
        for (int index = 0; index < count; index++) {
            values.write((int) (value >>> (8 * index)));
        }
    }

    private void writeBit(boolean value) {
        bits |= (value ? 1 : 0) << bitCount;
        bitCount++;
        if (bitCount == Byte.SIZE) {
            endBits();
        }
    }

    private void endBits() {
        values.write(bits);
        bits = 0;
        bitCount = 0;
    }

    private void endRun() {
        int header = runLength << 1;
        while ((header & ~0x7F) != 0) {
            presence.write((header & 0x7F) | 0x80);
            header >>>= 7;
        }
        presence.write(header);
        presence.write(runPresent ? 1 : 0);
        runLength = 0;
    }

    /// Writes everything as one page with its header.
    ///
    /// @return how many bytes these would be uncompressed
    int writePage(ByteArrayOutputStream to) {
        if (runLength > 0) {
            endRun();
        }
        if (bitCount > 0) {
            endBits();
        }
        int length = Integer.BYTES + presence.size() + values.size();
        byte[] compressed = compressed();
        byte[] header =
                new ThriftWriter()
                        .i32(1, DATA_PAGE)
                        .i32(2, length)
                        .i32(3, compressed.length)
                        .struct(
                                5,
                                page ->
                                        page.i32(1, rowCount)
                                                .i32(2, PLAIN)
                                                .i32(3, RUN_LENGTHS)
                                                .i32(4, RUN_LENGTHS))
                        .end();
        to.writeBytes(header);
        to.writeBytes(compressed);
        return header.length + length;
    }

    private byte[] compressed() {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new FastGzip(compressed)) {
            for (int index = 0; index < Integer.BYTES; index++) {
                gzip.write(presence.size() >>> (8 * index));
            }
            presence.writeTo(gzip);
            values.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    /// The least effort: columns of texts that repeat shrink well with it already.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
