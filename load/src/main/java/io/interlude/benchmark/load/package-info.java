/// Load on a running product, or on any peer: throughput, and latency at a constant arrival rate.
@NullMarked
package io.interlude.benchmark.load;

import org.jspecify.annotations.NullMarked;
