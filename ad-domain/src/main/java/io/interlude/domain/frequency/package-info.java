/// Frequency caps, and the counters of one subscriber that they are held against.
@NullMarked
package io.interlude.domain.frequency;

import org.jspecify.annotations.NullMarked;
