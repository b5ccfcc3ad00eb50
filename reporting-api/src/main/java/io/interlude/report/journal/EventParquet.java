package io.interlude.report.journal;

import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.json.Json;
import io.interlude.report.parquet.ParquetColumn;
import io.interlude.report.parquet.ParquetType;
import io.interlude.report.parquet.ParquetWriter;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Events of the journal as a Parquet file: the rows and columns of [EventCsv], with types. For one
/// thread at a time.
public final class EventParquet {
    /// Which columns a file has, which it says in its metadata under [#SCHEMA_NAME]. A later one
    /// has those of an earlier one first, in their order and of their types, and more after them.
    public static final int SCHEMA_VERSION = 1;

    /// Name of the metadata.
    public static final String SCHEMA_NAME = "interlude.schema";

    /// What is not here is text.
    private static final Map<String, ParquetType> NAME_TO_TYPE =
            Map.of(
                    "occurredAt", ParquetType.TIMESTAMP,
                    "receivedAt", ParquetType.TIMESTAMP,
                    "journaledAt", ParquetType.TIMESTAMP,
                    "test", ParquetType.BOOLEAN,
                    "creativeVersion", ParquetType.INTEGER,
                    "value", ParquetType.DECIMAL,
                    "eventData", ParquetType.JSON);

    private static final List<ParquetColumn> COLUMNS =
            EventCsv.COLUMNS.stream()
                    .map(name ->
                            new ParquetColumn(
                                    name, NAME_TO_TYPE.getOrDefault(name, ParquetType.TEXT)))
                    .toList();

    private static final int LARGEST_GROUP_ROWS = 10_000;
    private static final int LARGEST_GROUP_BYTES = 2 << 20;

    private final ParquetWriter file =
            new ParquetWriter(
                    "event",
                    COLUMNS,
                    LARGEST_GROUP_ROWS,
                    LARGEST_GROUP_BYTES,
                    Map.of(SCHEMA_NAME, String.valueOf(SCHEMA_VERSION)));

    /// What the file begins with.
    public byte[] begin() {
        return file.begin();
    }

    /// The row groups that these events filled; often none.
    byte[] add(List<JudgedEvent> events) {
        ByteArrayOutputStream filled = new ByteArrayOutputStream();
        events.forEach(event -> filled.writeBytes(add(EventJson.of(event)::get)));
        return filled.toByteArray();
    }

    /// Adds an event.
    ///
    /// @param fields what it has by the name of a column, as the journal over HTTP tells it; null
    ///   for what it has not
    /// @return the row group that it filled; most often nothing
    public byte[] add(Function<String, ? extends @Nullable Object> fields) {
        return file.add(
                COLUMNS.stream()
                        .map(column -> value(column.type(), fields.apply(column.name())))
                        .toList());
    }

    /// What the file ends with: nothing comes after it.
    public byte[] end() {
        return file.end();
    }

    private static @Nullable Object value(ParquetType type, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (type) {
            case TIMESTAMP -> Instant.parse(value.toString());
            case DECIMAL -> new BigDecimal(value.toString());
            case JSON -> Json.MAPPER.writeValueAsString(value);
            case TEXT -> value.toString();
            case INTEGER, LONG, DOUBLE, BOOLEAN -> value;
        };
    }
}
