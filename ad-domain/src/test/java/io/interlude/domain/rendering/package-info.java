@NullMarked
package io.interlude.domain.rendering;

import org.jspecify.annotations.NullMarked;
