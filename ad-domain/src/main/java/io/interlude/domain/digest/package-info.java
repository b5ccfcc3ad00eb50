/// Digests that stand for texts and bytes without revealing them.
@NullMarked
package io.interlude.domain.digest;

import org.jspecify.annotations.NullMarked;
