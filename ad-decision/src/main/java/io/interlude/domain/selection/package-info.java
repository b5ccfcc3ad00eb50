/// Selects the line item and creative for a fetch, and explains why the others lost.
@NullMarked
package io.interlude.domain.selection;

import org.jspecify.annotations.NullMarked;
