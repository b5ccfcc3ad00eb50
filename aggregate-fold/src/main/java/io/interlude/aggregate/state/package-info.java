/// Bytes of the aggregator's own stores and repartition topic.
@NullMarked
package io.interlude.aggregate.state;

import org.jspecify.annotations.NullMarked;
