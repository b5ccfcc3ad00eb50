/// Taking events back: what corrections change of the counts.
@NullMarked
package io.interlude.aggregate.correction;

import org.jspecify.annotations.NullMarked;
