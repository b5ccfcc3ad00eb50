/// Journal records as the domain's events.
@NullMarked
package io.interlude.journal.record;

import org.jspecify.annotations.NullMarked;
