/// The engagement of each creative.
@NullMarked
package io.interlude.aggregate.engagement;

import org.jspecify.annotations.NullMarked;
