@NullMarked
package io.interlude.ingest.boot;

import org.jspecify.annotations.NullMarked;
