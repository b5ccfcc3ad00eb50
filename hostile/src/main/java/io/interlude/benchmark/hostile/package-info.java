/// Attacks on a running product, each with what must hold, beside the traffic of another org.
@NullMarked
package io.interlude.benchmark.hostile;

import org.jspecify.annotations.NullMarked;
