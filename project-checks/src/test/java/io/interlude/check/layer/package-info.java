/// Which module and package may know which.
@NullMarked
package io.interlude.check.layer;

import org.jspecify.annotations.NullMarked;
