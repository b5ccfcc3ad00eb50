/// The spend of each line item.
@NullMarked
package io.interlude.aggregate.pacing;

import org.jspecify.annotations.NullMarked;
