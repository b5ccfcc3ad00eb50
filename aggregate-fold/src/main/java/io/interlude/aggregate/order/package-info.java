/// Orders that several fetches report: each counts for one of them.
@NullMarked
package io.interlude.aggregate.order;

import org.jspecify.annotations.NullMarked;
