/// The catalogue in memory, and changing it.
@NullMarked
package io.interlude.kit.catalogue;

import org.jspecify.annotations.NullMarked;
