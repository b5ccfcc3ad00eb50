/// Holdouts, and the lift of a campaign: served subscribers against those held out.
@NullMarked
package io.interlude.domain.lift;

import org.jspecify.annotations.NullMarked;
