/// Records that the aggregator could not use.
@NullMarked
package io.interlude.aggregate.rejected;

import org.jspecify.annotations.NullMarked;
