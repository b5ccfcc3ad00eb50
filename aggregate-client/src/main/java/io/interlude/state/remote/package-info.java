/// Reads the aggregator's state from its instances, over HTTP. See ADR 5.
@NullMarked
package io.interlude.state.remote;

import org.jspecify.annotations.NullMarked;
