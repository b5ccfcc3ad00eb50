/// Outages as readers and writers of the journal tell them.
@NullMarked
package io.interlude.journal.availability;

import org.jspecify.annotations.NullMarked;
