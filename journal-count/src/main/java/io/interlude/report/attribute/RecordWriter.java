package io.interlude.report.attribute;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Writes records of one schema as Avro does, but looks up once of what type each field is, not for
/// each record. Safe for use by many threads.
final class RecordWriter {
    private final List<ValueWriter> writers;

    RecordWriter(Schema schema) {
        writers = schema.getFields().stream().map(field -> of(field.schema())).toList();
    }

    void write(SpecificRecord event, Encoder out) throws IOException {
        for (int i = 0; i < writers.size(); i++) {
            writers.get(i).write(event.get(i), out);
        }
    }

    private static ValueWriter of(Schema schema) {
        return switch (schema.getType()) {
            case STRING -> (value, out) -> out.writeString((CharSequence) value);
            case INT -> (value, out) -> out.writeInt((Integer) requireNonNull(value));
            case BOOLEAN -> (value, out) -> out.writeBoolean((Boolean) requireNonNull(value));
            case LONG -> ofLong(schema);
            case UNION -> ofUnion(schema);
            default -> other(schema);
        };
    }

    private static ValueWriter ofLong(Schema schema) {
        LogicalType type = schema.getLogicalType();
        if (type == null) {
            return (value, out) -> out.writeLong((Long) requireNonNull(value));
        }
        return type instanceof LogicalTypes.TimestampMillis
                ? (value, out) -> out.writeLong(((Instant) requireNonNull(value)).toEpochMilli())
                : other(schema);
    }

    private static ValueWriter ofUnion(Schema schema) {
        List<Schema> types = schema.getTypes();
        return types.size() == 2 && types.getFirst().getType() == Schema.Type.NULL
                ? nullable(of(types.getLast()))
                : other(schema);
    }

    private static ValueWriter other(Schema schema) {
        return new SpecificDatumWriter<@Nullable Object>(schema)::write;
    }

    private static ValueWriter nullable(ValueWriter writer) {
        return (value, out) -> {
            out.writeIndex(value == null ? 0 : 1);
            if (value != null) {
                writer.write(value, out);
            }
        };
    }

    private interface ValueWriter {
        void write(@Nullable Object value, Encoder out) throws IOException;
    }
}
