/// The identity of an event: the proof of its fetch id, and its own id.
@NullMarked
package io.interlude.ingest.identity;

import org.jspecify.annotations.NullMarked;
