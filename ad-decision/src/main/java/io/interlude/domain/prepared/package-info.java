/// Line items as selection needs them: compiled from the catalogue, with indexes and meters.
@NullMarked
package io.interlude.domain.prepared;

import org.jspecify.annotations.NullMarked;
