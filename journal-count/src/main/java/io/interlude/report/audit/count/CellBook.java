package io.interlude.report.audit.count;

import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cells in memory, as many as that has room for. Used by one thread at a time.
public final class CellBook {
    /// Most of it is the amounts: more where there are no-fills or corrections, less elsewhere.
    private static final int CELL_BYTES = 300;

    private final Map<Series, Map<Cell, Counts>> seriesToCells = new HashMap<>();
    private final WorkMemory memory;
    private long heldBytes;

    public CellBook(WorkMemory memory) {
        this.memory = memory;
    }

    /// The cell, which is there from now on.
    ///
    /// @throws OverloadedException if there is no room for one more
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
}
