/// Keeps refused events, without anything that the privacy rules forbid.
@NullMarked
package io.interlude.ingest.rejected;

import org.jspecify.annotations.NullMarked;
