/// Requests to one instance of the aggregator.
@NullMarked
package io.interlude.state.transport;

import org.jspecify.annotations.NullMarked;
