/// Report cells.
@NullMarked
package io.interlude.aggregate.rollup;

import org.jspecify.annotations.NullMarked;
