/// Who an event is about: the proof of its fetch id, and the id that it gets itself.
@NullMarked
package io.interlude.ingest.identity;

import org.jspecify.annotations.NullMarked;
