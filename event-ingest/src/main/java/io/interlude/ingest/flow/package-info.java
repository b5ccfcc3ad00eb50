/// The data that the events of a flow ad may carry.
@NullMarked
package io.interlude.ingest.flow;

import org.jspecify.annotations.NullMarked;
