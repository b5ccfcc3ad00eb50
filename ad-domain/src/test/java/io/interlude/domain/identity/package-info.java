@NullMarked
package io.interlude.domain.identity;

import org.jspecify.annotations.NullMarked;
