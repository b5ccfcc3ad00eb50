package io.interlude.domain.outcome;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Adds up cells. The order of adding does not matter, not even for the eras that are kept: an era
/// that is among the newest of the whole sum was among the newest of every part.
public final class OutcomeFold {
    /// Eras that are kept.
    public static final int KEPT_ERAS = 8;

    private static final Comparator<Key> ORDER =
            Comparator.comparingLong(Key::era).reversed().thenComparingInt(Key::slice);

    private OutcomeFold() {}

    /// The sum, newest era first and by slice, as both are. What was taken back leaves nothing.
    public static List<OutcomeCell> sum(List<OutcomeCell> left, List<OutcomeCell> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return keep(List.copyOf(left.isEmpty() ? right : left));
        }
        Map<Key, OutcomeCell> cells = new TreeMap<>(ORDER);
        left.forEach(cell -> cells.merge(Key.of(cell), cell, OutcomeCell::plus));
        right.forEach(cell -> cells.merge(Key.of(cell), cell, OutcomeCell::plus));
        return keep(cells.values().stream().filter(cell -> !cell.isNothing()).toList());
    }

    /// @param cells newest era first
    private static List<OutcomeCell> keep(List<OutcomeCell> cells) {
        long oldest = Long.MAX_VALUE;
        int eras = 0;
        for (OutcomeCell cell : cells) {
            if (cell.era() != oldest) {
                oldest = cell.era();
                eras++;
            }
            if (eras > KEPT_ERAS) {
                return cells.subList(0, cells.indexOf(cell));
            }
        }
        return cells;
    }

    private record Key(long era, int slice) {
        static Key of(OutcomeCell cell) {
            return new Key(cell.era(), cell.slice());
        }
    }
}
