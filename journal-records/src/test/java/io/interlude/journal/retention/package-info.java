@NullMarked
package io.interlude.journal.retention;

import org.jspecify.annotations.NullMarked;
