/// Lifecycle, wiring and settings of the aggregator.
@NullMarked
package io.interlude.aggregate.boot;

import org.jspecify.annotations.NullMarked;
