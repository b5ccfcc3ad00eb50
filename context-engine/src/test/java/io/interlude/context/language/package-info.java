@NullMarked
package io.interlude.context.language;

import org.jspecify.annotations.NullMarked;
