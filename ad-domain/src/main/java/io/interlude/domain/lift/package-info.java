/// Holdouts, and what a campaign achieves: those that were served it against those held out.
@NullMarked
package io.interlude.domain.lift;

import org.jspecify.annotations.NullMarked;
