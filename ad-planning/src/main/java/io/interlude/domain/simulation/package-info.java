/// Simulations of a change of the catalogue: the requests of a past time are decided again.
@NullMarked
package io.interlude.domain.simulation;

import org.jspecify.annotations.NullMarked;
