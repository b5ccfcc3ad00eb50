/// A day of traffic through the real pacing code, on one or several fetch instances, in seconds.
@NullMarked
package io.interlude.benchmark.pacing;

import org.jspecify.annotations.NullMarked;
