package io.interlude.aggregate.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.serde.TrustedClasses;
import java.time.Instant;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

class RollupCellCodecTest {
    private static final Instant MINUTE = Instant.parse("2026-03-01T12:34:00Z");
    private static final Instant HOUR = Instant.parse("2026-03-01T12:00:00Z");

    static {
        TrustedClasses.install();
    }

    @Test
    void sumWithNothingIsTheCellInEveryFieldOfTheSchema() {
        RollupCell cell = filled();

        assertThat(RollupCellCodec.sum(cell, new RollupCell())).isEqualTo(cell);
    }

    @Test
    void widenedCellIsTheMinutesInEveryFieldButItsTime() {
        RollupCell minute = filled();
        minute.setTimeZone("UTC");

        RollupCell widened = RollupCellCodec.widened(minute, CellSpan.HOUR);

        assertThat(widened.getGranularity()).isEqualTo(Granularity.hour);
        assertThat(widened.getStartsAt()).isEqualTo(HOUR);
        widened.setGranularity(minute.getGranularity());
        widened.setStartsAt(minute.getStartsAt());
        assertThat(widened).isEqualTo(minute);
    }

    /// A cell in which no field has what a new one has.
    private static RollupCell filled() {
        RollupCell cell = new RollupCell();
        for (Schema.Field field : cell.getSchema().getFields()) {
            cell.put(field.pos(), value(field.schema(), field));
            assertThat(cell.get(field.pos()))
                    .as(field.name())
                    .isNotEqualTo(new RollupCell().get(field.pos()));
        }
        return cell;
    }

    private static Object value(Schema schema, Schema.Field of) {
        return switch (schema.getType()) {
            case STRING -> of.name();
            case BOOLEAN -> true;
            case LONG ->
                    schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
                            ? MINUTE
                            : (Object) (1_000L + of.pos());
            case ENUM -> SpecificData.get().createEnum(schema.getEnumSymbols().getLast(), schema);
            case MAP -> Map.of(of.name(), 1_000L + of.pos());
            case UNION -> value(schema.getTypes().getLast(), of);
            default -> throw new IllegalArgumentException("fill " + of.name() + " too");
        };
    }
}
