/// The journal as it was written: events in order, with what the counts made of each.
@NullMarked
package io.interlude.journal.history;

import org.jspecify.annotations.NullMarked;
