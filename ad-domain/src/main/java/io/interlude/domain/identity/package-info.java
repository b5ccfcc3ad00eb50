/// Ids of the ad field, and the fetch id that carries its own proof.
@NullMarked
package io.interlude.domain.identity;

import org.jspecify.annotations.NullMarked;
