/// Measures the cost of reading the aggregator's state from another process.
@NullMarked
package io.interlude.benchmark.stateread;

import org.jspecify.annotations.NullMarked;
