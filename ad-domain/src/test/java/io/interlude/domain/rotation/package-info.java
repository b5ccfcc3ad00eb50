@NullMarked
package io.interlude.domain.rotation;

import org.jspecify.annotations.NullMarked;
