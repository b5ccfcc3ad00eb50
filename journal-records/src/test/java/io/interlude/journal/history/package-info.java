/// Tests of reading the journal again.
@NullMarked
package io.interlude.journal.history;

import org.jspecify.annotations.NullMarked;
