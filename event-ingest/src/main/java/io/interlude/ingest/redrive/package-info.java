/// Sending a refused event again.
@NullMarked
package io.interlude.ingest.redrive;

import org.jspecify.annotations.NullMarked;
