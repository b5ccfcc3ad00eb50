/// Takes events back: corrections and their effect on the counts.
@NullMarked
package io.interlude.aggregate.correction;

import org.jspecify.annotations.NullMarked;
