/// Events that become unreadable: what of them is encrypted, and reading them while the key is
/// there.
@NullMarked
package io.interlude.journal.retention;

import org.jspecify.annotations.NullMarked;
