@NullMarked
package io.interlude.ingest.harness;

import org.jspecify.annotations.NullMarked;
