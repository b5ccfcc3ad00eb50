/// Measures the cost of moving the aggregator's partitions, with a gigabyte of state.
@NullMarked
package io.interlude.benchmark.rebalance;

import org.jspecify.annotations.NullMarked;
