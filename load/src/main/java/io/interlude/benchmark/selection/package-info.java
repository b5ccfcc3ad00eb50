/// Measures the time of a decision, beside a physical limit.
@NullMarked
package io.interlude.benchmark.selection;

import org.jspecify.annotations.NullMarked;
