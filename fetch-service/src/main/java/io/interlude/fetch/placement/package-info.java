/// Which ad unit a fetch fills.
@NullMarked
package io.interlude.fetch.placement;

import org.jspecify.annotations.NullMarked;
