/// Measurements beside the load: processor time, lag, and the journal.
@NullMarked
package io.interlude.benchmark.load.probe;

import org.jspecify.annotations.NullMarked;
