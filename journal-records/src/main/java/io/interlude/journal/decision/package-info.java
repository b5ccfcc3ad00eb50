/// Decisions as fields of journal records.
@NullMarked
package io.interlude.journal.decision;

import org.jspecify.annotations.NullMarked;
