@NullMarked
package io.interlude.domain.flight;

import org.jspecify.annotations.NullMarked;
