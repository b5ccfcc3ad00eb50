/// The moments in which a publisher wants no ad.
@NullMarked
package io.interlude.domain.suitability;

import org.jspecify.annotations.NullMarked;
