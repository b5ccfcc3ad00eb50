@NullMarked
package io.interlude.kit.limits;

import org.jspecify.annotations.NullMarked;
