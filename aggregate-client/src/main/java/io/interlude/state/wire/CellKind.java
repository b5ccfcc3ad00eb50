package io.interlude.state.wire;

import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.serde.TrustedClasses;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/// The kinds of report cells.
///
/// @param <V> what a cell of the kind is
public final class CellKind<V extends SpecificRecord> {
    public static final CellKind<RollupCell> ROLLUP =
            new CellKind<>(1, RollupCell.class, RollupCell.getClassSchema());
    public static final CellKind<ReachCell> REACH =
            new CellKind<>(2, ReachCell.class, ReachCell.getClassSchema());

    static {
        TrustedClasses.install();
    }

    private final int tag;
    private final Class<V> type;
    private final Schema schema;

    private CellKind(int tag, Class<V> type, Schema schema) {
        this.tag = tag;
        this.type = type;
        this.schema = schema;
    }

    static CellKind<?> of(int tag) {
        return switch (tag) {
            case 1 -> ROLLUP;
            case 2 -> REACH;
            default -> throw new MalformedStateException();
        };
    }

    int tag() {
        return tag;
    }

    Class<V> type() {
        return type;
    }

    Schema schema() {
        return schema;
    }
}
