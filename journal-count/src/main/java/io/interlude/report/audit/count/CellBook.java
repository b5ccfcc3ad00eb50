package io.interlude.report.audit.count;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cells in memory, as many as that has room for. Used by one thread at a time.
public final class CellBook {
    /// Most of it is the amounts: more where there are no-fills or corrections, less elsewhere.
    private static final int CELL_BYTES = 300;

    private final Map<Series, Map<Cell, Counts>> seriesToCells = new HashMap<>();
    private final AuditMemory memory;
    private long heldBytes;

    public CellBook(AuditMemory memory) {
        this.memory = memory;
    }

    /// The cell, which is there from now on.
    ///
    /// @throws TooManyCellsException if there is no room for one more
    public Counts at(Series series, AuditSpan span, long start) {
        Map<Cell, Counts> cells = seriesToCells.get(series);
        if (cells == null) {
            take(series.heldBytes());
            cells = new HashMap<>();
            seriesToCells.put(series, cells);
        }
        return cells.computeIfAbsent(new Cell(span, start), _ -> made());
    }

    private Counts made() {
        take(CELL_BYTES);
        return new Counts();
    }

    /// Takes bytes for what belongs to the cells.
    void take(long bytes) {
        memory.take(bytes);
        heldBytes += bytes;
    }

    /// Drops all cells.
    public void release() {
        seriesToCells.clear();
        memory.giveBack(heldBytes);
        heldBytes = 0;
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

    /// The range has more cells, or events that belong together, than fit into memory.
    public static final class TooManyCellsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /// Without a stack trace: it is an answer, not a fault.
        public TooManyCellsException() {
            super("too many cells", null, false, false);
        }
    }
}
