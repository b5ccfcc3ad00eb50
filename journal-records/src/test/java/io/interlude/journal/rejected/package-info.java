@NullMarked
package io.interlude.journal.rejected;

import org.jspecify.annotations.NullMarked;
