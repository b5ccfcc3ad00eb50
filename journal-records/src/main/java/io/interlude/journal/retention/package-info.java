/// Events that become unreadable: their encryption, and reading them while the key is there.
@NullMarked
package io.interlude.journal.retention;

import org.jspecify.annotations.NullMarked;
