/// Some of the days and flights of the pacing benchmark.
@NullMarked
package io.interlude.benchmark.pacing;

import org.jspecify.annotations.NullMarked;
