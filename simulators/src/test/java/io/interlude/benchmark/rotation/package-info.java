/// A small run of the rotation benchmark.
@NullMarked
package io.interlude.benchmark.rotation;

import org.jspecify.annotations.NullMarked;
