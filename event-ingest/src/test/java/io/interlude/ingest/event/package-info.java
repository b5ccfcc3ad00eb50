@NullMarked
package io.interlude.ingest.event;

import org.jspecify.annotations.NullMarked;
