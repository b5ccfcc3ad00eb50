/// The subscribers that each report cell reached.
@NullMarked
package io.interlude.aggregate.reach;

import org.jspecify.annotations.NullMarked;
