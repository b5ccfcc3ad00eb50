/// How good and how fast the readings are, measured on labelled conversations.
@NullMarked
package io.interlude.training.quality;

import org.jspecify.annotations.NullMarked;
