/// Appends events to the journal: the port, the journal entry, the metadata of every event.
@NullMarked
package io.interlude.ingest.append;

import org.jspecify.annotations.NullMarked;
