/// Ports for reading the aggregator's state.
@NullMarked
package io.interlude.state.query;

import org.jspecify.annotations.NullMarked;
