/// Which language a text is in, and whether a reader of English can read it.
@NullMarked
package io.interlude.context.language;

import org.jspecify.annotations.NullMarked;
