package io.interlude.report.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes a flat table as a Parquet file, forwards only: [#begin], then row groups as they fill,
/// then [#end]. It holds one row group, and of those before 2 KB each, which the footer needs. For
/// one thread at a time.
///
/// The file has what any reader knows: format version 1, plain encoding, gzip, one page a column
/// and row group. The libraries for Parquet bring Hadoop's classes or 13 MB of codecs; a flat table
/// needs neither.
///
/// Source: Apache Parquet, `parquet.thrift`.
public final class ParquetWriter {
    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
    private static final int FORMAT_VERSION = 1;
    private static final int GZIP = 2;
    private static final List<Integer> ENCODINGS = List.of(0, 3);

    private final String name;
    private final List<ParquetColumn> columns;
    private final int largestGroupRows;
    private final int largestGroupBytes;
    private final SortedMap<String, String> nameToMetadata;
    private final List<RowGroup> groups = new ArrayList<>();
    private List<ColumnBuffer> buffers;
    private int rowsInGroup;
    private long position;

    /// A writer of a new file.
    ///
    /// @param name what a row is
    /// @param largestGroupRows a row group ends with this many rows
    /// @param largestGroupBytes and ends, too, when its rows have this many bytes, uncompressed
    public ParquetWriter(
            String name, List<ParquetColumn> columns, int largestGroupRows, int largestGroupBytes) {
        this(name, columns, largestGroupRows, largestGroupBytes, Map.of());
    }

    /// The same with what else the file says of itself.
    ///
    /// @param nameToMetadata by names of its makers
    public ParquetWriter(
            String name,
            List<ParquetColumn> columns,
            int largestGroupRows,
            int largestGroupBytes,
            Map<String, String> nameToMetadata) {
        this.name = name;
        this.nameToMetadata = new TreeMap<>(nameToMetadata);
        this.columns = List.copyOf(columns);
        this.largestGroupRows = largestGroupRows;
        this.largestGroupBytes = largestGroupBytes;
        buffers = emptyBuffers();
    }

    /// What the file begins with.
    public byte[] begin() {
        position = MAGIC.length;
        return MAGIC.clone();
    }

    /// Adds a row, a value for each column, null where it has none.
    ///
    /// @return the bytes of the row group that this row filled; empty as long as it has room
    /// @throws IllegalArgumentException if a value is not of its column's type
    public byte[] add(List<? extends @Nullable Object> row) {
        if (row.size() != columns.size()) {
            throw new IllegalArgumentException("row has %d values".formatted(row.size()));
        }
        int bytes = 0;
        for (int index = 0; index < columns.size(); index++) {
            ColumnBuffer buffer = buffers.get(index);
            buffer.add(row.get(index));
            bytes += buffer.size();
        }
        rowsInGroup++;
        return rowsInGroup >= largestGroupRows || bytes >= largestGroupBytes
                ? endGroup()
                : new byte[0];
    }

    /// The rest of the rows and the footer: nothing comes after it.
    public byte[] end() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (rowsInGroup > 0) {
            bytes.writeBytes(endGroup());
        }
        byte[] footer = footer();
        bytes.writeBytes(footer);
        for (int index = 0; index < Integer.BYTES; index++) {
            bytes.write(footer.length >>> (8 * index));
        }
        bytes.writeBytes(MAGIC);
        return bytes.toByteArray();
    }

    private byte[] endGroup() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Chunk> chunks = new ArrayList<>();
        for (ColumnBuffer buffer : buffers) {
            int start = bytes.size();
            int uncompressedBytes = buffer.writePage(bytes);
            chunks.add(new Chunk(position + start, bytes.size() - start, uncompressedBytes));
        }
        groups.add(new RowGroup(rowsInGroup, List.copyOf(chunks)));
        position += bytes.size();
        buffers = emptyBuffers();
        rowsInGroup = 0;
        return bytes.toByteArray();
    }

    private List<ColumnBuffer> emptyBuffers() {
        return columns.stream().map(column -> new ColumnBuffer(column.type())).toList();
    }

    private byte[] footer() {
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(element -> element.text(4, name).i32(5, columns.size()));
        columns.forEach(column ->
                schema.add(element -> column.type().writeSchemaElement(element, column.name())));
        return new ThriftWriter()
                .i32(1, FORMAT_VERSION)
                .structs(2, schema, (writer, element) -> element.write(writer))
                .i64(3, groups.stream().mapToLong(RowGroup::rows).sum())
                .structs(4, groups, this::writeGroup)
                .structs(
                        5,
                        List.copyOf(nameToMetadata.entrySet()),
                        (writer, each) -> writer.text(1, each.getKey()).text(2, each.getValue()))
                .text(6, "Interlude")
                .end();
    }

    private void writeGroup(ThriftWriter writer, RowGroup group) {
        List<Integer> indexes = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            indexes.add(index);
        }
        writer.structs(1, indexes, (chunk, index) -> writeChunk(chunk, group, index))
                .i64(2, group.chunks().stream().mapToLong(Chunk::uncompressedBytes).sum())
                .i64(3, group.rows());
    }

    private void writeChunk(ThriftWriter writer, RowGroup group, int index) {
        Chunk chunk = group.chunks().get(index);
        ParquetColumn column = columns.get(index);
        writer.i64(2, chunk.offset())
                .struct(
                        3,
                        metadata ->
                                metadata.i32(1, column.type().physical().code())
                                        .i32s(2, ENCODINGS)
                                        .texts(3, List.of(column.name()))
                                        .i32(4, GZIP)
                                        .i64(5, group.rows())
                                        .i64(6, chunk.uncompressedBytes())
                                        .i64(7, chunk.bytes())
                                        .i64(9, chunk.offset()));
    }

    private interface SchemaElement {
        void write(ThriftWriter element);
    }

    private record RowGroup(int rows, List<Chunk> chunks) {}

    private record Chunk(long offset, int bytes, int uncompressedBytes) {}
}
