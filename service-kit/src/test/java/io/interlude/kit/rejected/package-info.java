@NullMarked
package io.interlude.kit.rejected;

import org.jspecify.annotations.NullMarked;
