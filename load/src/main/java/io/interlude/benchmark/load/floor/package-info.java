/// The bare endpoint that load is compared with.
@NullMarked
package io.interlude.benchmark.load.floor;

import org.jspecify.annotations.NullMarked;
