/// What the pieces of a fetch and of an event cost, one by one.
@NullMarked
package io.interlude.benchmark.pieces;

import org.jspecify.annotations.NullMarked;
