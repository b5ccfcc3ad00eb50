/// Sums that are on their way from the journal's partitions to those of line item, creative and
/// cell.
@NullMarked
package io.interlude.aggregate.partial;

import org.jspecify.annotations.NullMarked;
