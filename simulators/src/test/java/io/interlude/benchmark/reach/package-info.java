/// A small run of the reach benchmark.
@NullMarked
package io.interlude.benchmark.reach;

import org.jspecify.annotations.NullMarked;
