package io.interlude.schema.serde;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/// Records of any schema with values drawn from a seed: boundary values are as likely as any.
public final class RandomRecords {
    private static final long[] LONGS = {0, 1, -1, 63, 64, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final String[] STRINGS = {
        "", "a", "native-\u00e9\u4e2d\ud83d\ude80", "x".repeat(3000)
    };
    private static final double[] DOUBLES = {0, -0.5, 1e300, Double.MIN_VALUE};

    private final RandomGenerator draw;
    private final boolean specific;

    private RandomRecords(long seed, boolean specific) {
        this.draw = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.specific = specific;
    }

    /// Records of generated classes.
    public static RandomRecords specific(long seed) {
        return new RandomRecords(seed, true);
    }

    /// Generic records; logical types stay what they are on the wire.
    public static RandomRecords generic(long seed) {
        return new RandomRecords(seed, false);
    }

    public IndexedRecord record(Schema schema) {
        IndexedRecord record =
                specific
                        ? (IndexedRecord) SpecificData.newInstance(classOf(schema), schema)
                        : new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), value(field.schema()));
        }
        return record;
    }

    private static Class<?> classOf(Schema schema) {
        return SpecificData.get().getClass(schema);
    }

    private @Nullable Object value(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> record(schema);
            case ENUM -> symbol(schema);
            case ARRAY -> list(schema);
            case MAP -> map(schema);
            case UNION -> value(schema.getTypes().get(draw.nextInt(schema.getTypes().size())));
            case STRING -> STRINGS[draw.nextInt(STRINGS.length)];
            case INT -> (int) LONGS[draw.nextInt(LONGS.length)];
            case LONG -> number(schema);
            case DOUBLE -> DOUBLES[draw.nextInt(DOUBLES.length)];
            case BOOLEAN -> draw.nextBoolean();
            case NULL -> null;
            case FLOAT, BYTES, FIXED ->
                    throw new IllegalArgumentException("no schema uses " + schema.getType());
        };
    }

    private Object number(Schema schema) {
        if (specific && schema.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
            return Instant.ofEpochMilli(draw.nextLong(0, 4_000_000_000_000L));
        }
        return LONGS[draw.nextInt(LONGS.length)];
    }

    private Object symbol(Schema schema) {
        List<String> symbols = schema.getEnumSymbols();
        String symbol = symbols.get(draw.nextInt(symbols.size()));
        return specific
                ? SpecificData.get().createEnum(symbol, schema)
                : new GenericData.EnumSymbol(schema, symbol);
    }

    private List<@Nullable Object> list(Schema schema) {
        return new ArrayList<>(
                IntStream.range(0, draw.nextInt(4))
                        .<@Nullable Object>mapToObj(_ -> value(schema.getElementType()))
                        .toList());
    }

    private Map<String, @Nullable Object> map(Schema schema) {
        Map<String, @Nullable Object> map = new HashMap<>();
        for (int i = draw.nextInt(4); i > 0; i--) {
            map.put("key" + i, value(schema.getValueType()));
        }
        return map;
    }
}
