/// The limits on what one caller, and all callers together, may use of a process.
@NullMarked
package io.interlude.web.limits;

import org.jspecify.annotations.NullMarked;
