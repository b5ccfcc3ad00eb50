/// What each line item spent.
@NullMarked
package io.interlude.aggregate.pacing;

import org.jspecify.annotations.NullMarked;
