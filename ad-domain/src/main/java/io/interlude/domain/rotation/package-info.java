/// Which creative of a line item is served.
@NullMarked
package io.interlude.domain.rotation;

import org.jspecify.annotations.NullMarked;
