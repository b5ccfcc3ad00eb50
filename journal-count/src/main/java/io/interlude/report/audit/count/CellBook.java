package io.interlude.report.audit.count;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cells in memory, up to a limit. Used by one thread.
public final class CellBook {
    /// Cells of one side of an audit; each takes about 250 bytes.
    public static final int CELLS_MAX = 500_000;

    private final Map<Series, Map<Cell, Counts>> seriesToCells = new HashMap<>();
    private final int cellsMax;
    private int size;

    public CellBook(int cellsMax) {
        this.cellsMax = cellsMax;
    }

    /// The cell, which is there from now on.
    ///
    /// @throws TooManyCellsException if there is no room for one more
    public Counts at(Series series, AuditSpan span, long start) {
        return seriesToCells
                .computeIfAbsent(series, _ -> new HashMap<>())
                .computeIfAbsent(new Cell(span, start), _ -> made());
    }

    private Counts made() {
        if (size == cellsMax) {
            throw new TooManyCellsException();
        }
        size++;
        return new Counts();
    }

    public Set<Series> series() {
        return seriesToCells.keySet();
    }

    /// The cells of a series, by span and start.
    public Map<Cell, Counts> of(Series series) {
        @Nullable Map<Cell, Counts> cells = seriesToCells.get(series);
        return cells == null ? Map.of() : cells;
    }

    /// One cell of a series.
    ///
    /// @param start in minutes since 1970
    public record Cell(AuditSpan span, long start) {}

    /// The range has more cells than fit into memory.
    public static final class TooManyCellsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyCellsException() {
            super("too many cells", null, false, false);
        }
    }
}
