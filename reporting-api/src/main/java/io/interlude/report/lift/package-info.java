/// What a campaign achieves, by its holdout.
@NullMarked
package io.interlude.report.lift;

import org.jspecify.annotations.NullMarked;
