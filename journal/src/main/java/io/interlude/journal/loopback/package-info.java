/// This machine's own interface.
@NullMarked
package io.interlude.journal.loopback;

import org.jspecify.annotations.NullMarked;
