@NullMarked
package io.interlude.ingest.traffic;

import org.jspecify.annotations.NullMarked;
