/// The topology, and the fold of each journal record into the stores and partial sums.
@NullMarked
package io.interlude.aggregate.topology;

import org.jspecify.annotations.NullMarked;
