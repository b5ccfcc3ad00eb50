/// Faults of a cluster of processes.
@NullMarked
package io.interlude.benchmark.faults.cluster;

import org.jspecify.annotations.NullMarked;
