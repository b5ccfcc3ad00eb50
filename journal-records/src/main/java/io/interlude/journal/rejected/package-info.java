/// Refused events: what of them may be kept, and finding them again.
@NullMarked
package io.interlude.journal.rejected;

import org.jspecify.annotations.NullMarked;
