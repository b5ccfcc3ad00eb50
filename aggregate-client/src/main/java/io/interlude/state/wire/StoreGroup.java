package io.interlude.state.wire;

/// Stores whose partitions move together. The two stages of the aggregation are tasks of their own,
/// so partition 3 of the counters may be on another instance than partition 3 of the cells.
public enum StoreGroup {
    /// Partitions of the journal: what is known of subscribers and fetches.
    COUNTERS,
    /// Partitions of the sums: report cells and their reach.
    CELLS
}
