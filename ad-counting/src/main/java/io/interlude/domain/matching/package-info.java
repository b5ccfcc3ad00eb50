/// The contribution of each journal event to the counts: joining events with their fetch, repeats,
/// engagement and billing.
@NullMarked
package io.interlude.domain.matching;

import org.jspecify.annotations.NullMarked;
