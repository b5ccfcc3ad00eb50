/// Waiting in tests.
@NullMarked
package io.interlude.journal.waiting;

import org.jspecify.annotations.NullMarked;
