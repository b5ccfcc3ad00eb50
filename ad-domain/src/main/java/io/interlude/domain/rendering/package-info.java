/// How a creative's content looks in each format.
@NullMarked
package io.interlude.domain.rendering;

import org.jspecify.annotations.NullMarked;
