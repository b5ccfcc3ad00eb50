/// What texts and bytes are known by without being told.
@NullMarked
package io.interlude.domain.digest;

import org.jspecify.annotations.NullMarked;
