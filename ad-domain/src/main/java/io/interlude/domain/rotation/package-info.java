/// Chooses the creative of a line item to serve.
@NullMarked
package io.interlude.domain.rotation;

import org.jspecify.annotations.NullMarked;
