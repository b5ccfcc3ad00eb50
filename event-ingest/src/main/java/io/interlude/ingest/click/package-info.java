/// The click redirect.
@NullMarked
package io.interlude.ingest.click;

import org.jspecify.annotations.NullMarked;
