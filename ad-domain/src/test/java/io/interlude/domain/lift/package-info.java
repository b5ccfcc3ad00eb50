@NullMarked
package io.interlude.domain.lift;

import org.jspecify.annotations.NullMarked;
