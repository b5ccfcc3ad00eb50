/// The lift of a campaign, by its holdout.
@NullMarked
package io.interlude.report.lift;

import org.jspecify.annotations.NullMarked;
