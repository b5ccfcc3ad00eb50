/// What it costs when the aggregator's partitions move, with a gigabyte of state.
@NullMarked
package io.interlude.benchmark.rebalance;

import org.jspecify.annotations.NullMarked;
