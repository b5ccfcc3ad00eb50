@NullMarked
package io.interlude.domain.frequency;

import org.jspecify.annotations.NullMarked;
