@NullMarked
package io.interlude.domain.pacing;

import org.jspecify.annotations.NullMarked;
