/// Which line item and creative a fetch is answered with, and why not the others.
@NullMarked
package io.interlude.domain.selection;

import org.jspecify.annotations.NullMarked;
