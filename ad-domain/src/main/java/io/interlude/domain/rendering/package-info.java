/// The rendering of a creative's content in each format.
@NullMarked
package io.interlude.domain.rendering;

import org.jspecify.annotations.NullMarked;
