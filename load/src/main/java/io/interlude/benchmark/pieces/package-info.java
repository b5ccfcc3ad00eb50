/// Measures the cost of each piece of a fetch and of an event.
@NullMarked
package io.interlude.benchmark.pieces;

import org.jspecify.annotations.NullMarked;
