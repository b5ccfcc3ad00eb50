/// Report cells: what is counted, for which dimensions, over which span of time.
@NullMarked
package io.interlude.domain.rollup;

import org.jspecify.annotations.NullMarked;
