/// What came of fetches, as predictions are made from it.
@NullMarked
package io.interlude.domain.outcome;

import org.jspecify.annotations.NullMarked;
