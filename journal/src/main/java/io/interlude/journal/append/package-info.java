/// Appending to the journal.
@NullMarked
package io.interlude.journal.append;

import org.jspecify.annotations.NullMarked;
