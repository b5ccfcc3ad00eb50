@NullMarked
package io.interlude.domain.explain;

import org.jspecify.annotations.NullMarked;
