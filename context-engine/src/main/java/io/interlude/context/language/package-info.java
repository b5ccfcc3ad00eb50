/// Detects the language of a text, and whether a reader of English can read it.
@NullMarked
package io.interlude.context.language;

import org.jspecify.annotations.NullMarked;
