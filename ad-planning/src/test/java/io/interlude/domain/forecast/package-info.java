@NullMarked
package io.interlude.domain.forecast;

import org.jspecify.annotations.NullMarked;
