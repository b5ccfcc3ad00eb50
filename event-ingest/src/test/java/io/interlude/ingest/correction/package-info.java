@NullMarked
package io.interlude.ingest.correction;

import org.jspecify.annotations.NullMarked;
