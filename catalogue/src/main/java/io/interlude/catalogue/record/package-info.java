/// The catalogue in memory, and changing it.
@NullMarked
package io.interlude.catalogue.record;

import org.jspecify.annotations.NullMarked;
