package io.interlude.report.attribution;

import io.interlude.schema.ConversionGoal;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.List;

/// The ad of a fetch, as far as it decides for what the conversions count.
///
/// @param cell with the dimensions of its cells, in which nothing is counted
/// @param named true when its cells name goals and conversions
record ServedAd(RollupCell cell, Instant at, List<ConversionGoal> goals, boolean named) {}
