@NullMarked
package io.interlude.domain.delivery;

import org.jspecify.annotations.NullMarked;
