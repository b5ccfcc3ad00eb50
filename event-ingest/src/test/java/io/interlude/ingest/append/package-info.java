@NullMarked
package io.interlude.ingest.append;

import org.jspecify.annotations.NullMarked;
