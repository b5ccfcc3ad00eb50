/// Simulates rotation: how much engagement each way to choose a creative loses.
@NullMarked
package io.interlude.benchmark.rotation;

import org.jspecify.annotations.NullMarked;
