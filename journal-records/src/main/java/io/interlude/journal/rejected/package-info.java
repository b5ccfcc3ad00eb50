/// Refused events: the part of them that may be kept, and looking them up.
@NullMarked
package io.interlude.journal.rejected;

import org.jspecify.annotations.NullMarked;
