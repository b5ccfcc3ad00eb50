/// Journal records as the domain's events.
@NullMarked
package io.interlude.journal.matching;

import org.jspecify.annotations.NullMarked;
