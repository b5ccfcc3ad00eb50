/// Decisions as the journal keeps them, and making them again.
@NullMarked
package io.interlude.domain.explain;

import org.jspecify.annotations.NullMarked;
