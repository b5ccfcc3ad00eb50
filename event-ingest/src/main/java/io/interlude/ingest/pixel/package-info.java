/// The conversion pixel.
@NullMarked
package io.interlude.ingest.pixel;

import org.jspecify.annotations.NullMarked;
