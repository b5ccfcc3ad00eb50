@NullMarked
package io.interlude.domain.retention;

import org.jspecify.annotations.NullMarked;
