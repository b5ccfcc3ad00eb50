package io.interlude.state.query;

import io.interlude.schema.RollupCell;
import java.util.List;

/// Report cells, and how much is missing.
///
/// @param missingPartitions partitions that could not be read, so that the sums of the cells may be
///   too small; 0 if the cells are all there are
public record CellsRead(List<RollupCell> cells, int missingPartitions) {
    public CellsRead {
        cells = List.copyOf(cells);
        if (missingPartitions < 0) {
            throw new IllegalArgumentException(
                    "missingPartitions is negative: " + missingPartitions);
        }
    }
}
