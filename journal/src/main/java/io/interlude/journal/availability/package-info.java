/// Outages as readers and writers of the journal report them.
@NullMarked
package io.interlude.journal.availability;

import org.jspecify.annotations.NullMarked;
