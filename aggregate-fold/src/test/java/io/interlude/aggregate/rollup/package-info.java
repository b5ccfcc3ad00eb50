/// Report cells are copied as a whole.
@NullMarked
package io.interlude.aggregate.rollup;

import org.jspecify.annotations.NullMarked;
