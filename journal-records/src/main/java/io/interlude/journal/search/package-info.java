/// Finding events in the journal by what they are.
@NullMarked
package io.interlude.journal.search;

import org.jspecify.annotations.NullMarked;
