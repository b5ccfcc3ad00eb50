@NullMarked
package io.interlude.journal.reading;

import org.jspecify.annotations.NullMarked;
