/// Past decisions of the demo, all explained.
@NullMarked
package io.interlude.benchmark.explain;

import org.jspecify.annotations.NullMarked;
