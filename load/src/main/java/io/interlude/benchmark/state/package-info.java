/// What it costs to read the aggregator's state from another process.
@NullMarked
package io.interlude.benchmark.state;

import org.jspecify.annotations.NullMarked;
