@NullMarked
package io.interlude.journal.outbox;

import org.jspecify.annotations.NullMarked;
