package io.interlude.aggregate.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FetchState;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.OrderClaim;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// State that was written with the present version is read with the present schemas. One that
/// changed without its version would read caps, budgets and counts of before as something else.
class StateLayoutTest {
    private static final String LAYOUTS = "/state-layouts.txt";

    private static List<Class<? extends SpecificRecord>> types() {
        return List.of(
                ClickRecorded.class,
                ConversionRecorded.class,
                CorrectionRecorded.class,
                CountedEvent.class,
                CreativeEngagement.class,
                CustomEventRecorded.class,
                DeliveryRecorded.class,
                FeedbackRecorded.class,
                FetchState.class,
                FlowEventRecorded.class,
                LineItemSpend.class,
                OrderClaim.class,
                ReachCell.class,
                RollupCell.class,
                SubscriberFrequency.class);
    }

    @ParameterizedTest
    @MethodSource("types")
    void aSchemaChangesWithTheVersionOnly(Class<? extends SpecificRecord> type) throws IOException {
        Schema present = SpecificData.getForClass(type).getSchema(type);

        assertThat(isReadBy(kept(type), present, new HashSet<>()))
                .as(
                        "%s has its layout of version %d; else raise the version, keep the schema"
                                + " of before as StateSerde says, and put in %s:%n%s",
                        type.getSimpleName(),
                        StateSerde.VERSION,
                        LAYOUTS,
                        SchemaNormalization.toParsingForm(present))
                .isTrue();
    }

    private static Schema kept(Class<?> type) throws IOException {
        String prefix = "%d %s ".formatted(StateSerde.VERSION, type.getSimpleName());
        try (InputStream file =
                requireNonNull(StateLayoutTest.class.getResourceAsStream(LAYOUTS))) {
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> new Schema.Parser().parse(line.substring(prefix.length())))
                    .findFirst()
                    .orElseGet(() -> Schema.create(Schema.Type.NULL));
        }
    }

    /// True if bytes of one schema mean the same by the other. A symbol is written as its place, so
    /// new ones may follow.
    private static boolean isReadBy(Schema kept, Schema present, Set<String> seen) {
        if (kept.getType() != present.getType()) {
            return false;
        }
        return switch (kept.getType()) {
            case RECORD ->
                    !seen.add(kept.getFullName())
                            || (kept.getFullName().equals(present.getFullName())
                                    && areReadBy(fields(kept), fields(present), seen)
                                    && names(kept).equals(names(present)));
            case ENUM ->
                    present.getEnumSymbols().size() >= kept.getEnumSymbols().size()
                            && present.getEnumSymbols()
                                    .subList(0, kept.getEnumSymbols().size())
                                    .equals(kept.getEnumSymbols());
            case ARRAY -> isReadBy(kept.getElementType(), present.getElementType(), seen);
            case MAP -> isReadBy(kept.getValueType(), present.getValueType(), seen);
            case UNION -> areReadBy(kept.getTypes(), present.getTypes(), seen);
            case FIXED -> kept.getFixedSize() == present.getFixedSize();
            case STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> true;
        };
    }

    private static boolean areReadBy(List<Schema> kept, List<Schema> present, Set<String> seen) {
        return kept.size() == present.size()
                && IntStream.range(0, kept.size())
                        .allMatch(i -> isReadBy(kept.get(i), present.get(i), seen));
    }

    private static List<Schema> fields(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::schema).toList();
    }

    private static List<String> names(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::name).toList();
    }
}
