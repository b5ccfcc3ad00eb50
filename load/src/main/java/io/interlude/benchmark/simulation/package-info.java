/// Measures the time to decide recorded requests again.
@NullMarked
package io.interlude.benchmark.simulation;

import org.jspecify.annotations.NullMarked;
