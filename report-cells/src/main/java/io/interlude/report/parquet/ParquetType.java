package io.interlude.report.parquet;

/// The type of a column: the physical type of its values, and what they mean.
public enum ParquetType {
    /// A `String`.
    TEXT(Physical.BYTE_ARRAY),
    /// A `String` that is JSON.
    JSON(Physical.BYTE_ARRAY),
    /// An `Instant`, to the millisecond, UTC.
    TIMESTAMP(Physical.INT64),
    /// A `BigDecimal` of at most 18 digits, 6 of them after the point: micros of an amount.
    DECIMAL(Physical.INT64),
    /// An `Integer`.
    INTEGER(Physical.INT32),
    /// A `Long`.
    LONG(Physical.INT64),
    /// A `Double`.
    DOUBLE(Physical.DOUBLE),
    /// A `Boolean`.
    BOOLEAN(Physical.BOOLEAN);

    static final int SCALE = 6;
    private static final int PRECISION = 18;
    private static final int OPTIONAL = 1;

    private final Physical physical;

    ParquetType(Physical physical) {
        this.physical = physical;
    }

    Physical physical() {
        return physical;
    }

    /// The `SchemaElement` of a column of this type that may be empty. It tells the meaning twice,
    /// as `ConvertedType` (6) and as `LogicalType` (10), for older and newer readers.
    void writeSchemaElement(ThriftWriter element, String name) {
        element.i32(1, physical.code()).i32(3, OPTIONAL).text(4, name);
        switch (this) {
            case TEXT -> element.i32(6, 0).struct(10, type -> type.struct(1, _ -> {}));
            case JSON -> element.i32(6, 19).struct(10, type -> type.struct(12, _ -> {}));
            case TIMESTAMP ->
                    element.i32(6, 9)
                            .struct(10, type -> type.struct(8, ParquetType::writeMillisOfUtc));
            case DECIMAL ->
                    element.i32(6, 5)
                            .i32(7, SCALE)
                            .i32(8, PRECISION)
                            .struct(
                                    10,
                                    type ->
                                            type.struct(
                                                    5,
                                                    decimal ->
                                                            decimal.i32(1, SCALE)
                                                                    .i32(2, PRECISION)));
            case INTEGER, LONG, DOUBLE, BOOLEAN -> {
                // The physical type says it all.
            }
        }
    }

    private static void writeMillisOfUtc(ThriftWriter timestamp) {
        timestamp.bool(1, true).struct(2, unit -> unit.struct(1, _ -> {}));
    }

    /// Parquet's own types, by their codes.
    enum Physical {
        BOOLEAN(0),
        INT32(1),
        INT64(2),
        DOUBLE(5),
        BYTE_ARRAY(6);

        private final int code;

        Physical(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }
}
