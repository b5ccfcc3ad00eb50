/// Measures the cost and the accuracy of reach.
@NullMarked
package io.interlude.benchmark.reach;

import org.jspecify.annotations.NullMarked;
