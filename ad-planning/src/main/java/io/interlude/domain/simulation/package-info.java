/// What a change of the catalogue would have done to the requests of a time: they are decided
/// again.
@NullMarked
package io.interlude.domain.simulation;

import org.jspecify.annotations.NullMarked;
