/// The journal as it was written: events in order, each with the counts' verdict.
@NullMarked
package io.interlude.journal.history;

import org.jspecify.annotations.NullMarked;
