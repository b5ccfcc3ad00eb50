@NullMarked
package io.interlude.ingest.rejected;

import org.jspecify.annotations.NullMarked;
