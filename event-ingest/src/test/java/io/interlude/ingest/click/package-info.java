@NullMarked
package io.interlude.ingest.click;

import org.jspecify.annotations.NullMarked;
