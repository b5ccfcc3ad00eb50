/// Own fetches that the aggregator has not applied yet: read your own writes.
@NullMarked
package io.interlude.fetch.overlay;

import org.jspecify.annotations.NullMarked;
