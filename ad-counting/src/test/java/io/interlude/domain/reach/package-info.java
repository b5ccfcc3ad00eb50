@NullMarked
package io.interlude.domain.reach;

import org.jspecify.annotations.NullMarked;
