/// How much a caller, and all callers together, may ask of a process.
@NullMarked
package io.interlude.web.limits;

import org.jspecify.annotations.NullMarked;
