/// Budgets, how they are spread over the day, and what was spent of them.
@NullMarked
package io.interlude.domain.pacing;

import org.jspecify.annotations.NullMarked;
