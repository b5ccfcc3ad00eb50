/// The one JSON mapper and its bounds.
@NullMarked
package io.interlude.journal.json;

import org.jspecify.annotations.NullMarked;
