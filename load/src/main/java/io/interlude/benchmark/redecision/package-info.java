/// Measures the time to decide recorded requests again.
@NullMarked
package io.interlude.benchmark.redecision;

import org.jspecify.annotations.NullMarked;
