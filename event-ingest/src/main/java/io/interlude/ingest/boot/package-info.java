/// Wiring and settings of event ingest.
@NullMarked
package io.interlude.ingest.boot;

import org.jspecify.annotations.NullMarked;
