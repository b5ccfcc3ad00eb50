/// Tests of the sizing.
@NullMarked
package io.interlude.benchmark.sizing;

import org.jspecify.annotations.NullMarked;
