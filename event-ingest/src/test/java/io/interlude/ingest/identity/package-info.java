@NullMarked
package io.interlude.ingest.identity;

import org.jspecify.annotations.NullMarked;
