/// Learns the weights of the judges of moments, and chooses how.
@NullMarked
package io.interlude.training.appropriateness;

import org.jspecify.annotations.NullMarked;
