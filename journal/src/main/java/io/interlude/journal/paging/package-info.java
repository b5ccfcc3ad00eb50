/// Paging through the journal in the order of its times.
@NullMarked
package io.interlude.journal.paging;

import org.jspecify.annotations.NullMarked;
