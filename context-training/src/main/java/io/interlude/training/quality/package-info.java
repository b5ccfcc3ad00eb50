/// Measures the quality and the speed of readings on labelled conversations.
@NullMarked
package io.interlude.training.quality;

import org.jspecify.annotations.NullMarked;
