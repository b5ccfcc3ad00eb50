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
import org.jspecify.annotations.Nullable;

/// Events of the journal as a Parquet file: the rows and columns of [EventCsv], with types.
final class EventParquet {
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
            new ParquetWriter("event", COLUMNS, LARGEST_GROUP_ROWS, LARGEST_GROUP_BYTES);

    byte[] begin() {
        return file.begin();
    }

    /// The row groups that these events filled; often none.
    byte[] add(List<JudgedEvent> events) {
        ByteArrayOutputStream filled = new ByteArrayOutputStream();
        for (JudgedEvent event : events) {
            Map<String, Object> item = EventJson.of(event);
            filled.writeBytes(
                    file.add(
                            COLUMNS.stream()
                                    .map(column -> value(column.type(), item.get(column.name())))
                                    .toList()));
        }
        return filled.toByteArray();
    }

    byte[] end() {
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
