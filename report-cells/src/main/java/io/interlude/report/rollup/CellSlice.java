package io.interlude.report.rollup;

import io.interlude.schema.Granularity;
import java.time.Instant;

/// Cells of one length that start in `[from, to)`: one read from the aggregator.
public record CellSlice(Granularity granularity, Instant from, Instant to) {}
