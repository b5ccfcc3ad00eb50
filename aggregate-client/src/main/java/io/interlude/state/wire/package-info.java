/// Questions to the aggregator and its answers, as bytes.
@NullMarked
package io.interlude.state.wire;

import org.jspecify.annotations.NullMarked;
