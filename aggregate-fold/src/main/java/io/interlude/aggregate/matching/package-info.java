/// Joining events with their fetch: fetch state, duplicates, events that came before their fetch.
@NullMarked
package io.interlude.aggregate.matching;

import org.jspecify.annotations.NullMarked;
