/// Reach: how many different subscribers were served, in cells that can be merged.
@NullMarked
package io.interlude.domain.reach;

import org.jspecify.annotations.NullMarked;
