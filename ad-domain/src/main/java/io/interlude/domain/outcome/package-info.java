/// The outcomes of fetches, from which predictions are made.
@NullMarked
package io.interlude.domain.outcome;

import org.jspecify.annotations.NullMarked;
