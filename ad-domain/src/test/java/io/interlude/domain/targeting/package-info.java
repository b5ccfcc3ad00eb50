@NullMarked
package io.interlude.domain.targeting;

import org.jspecify.annotations.NullMarked;
