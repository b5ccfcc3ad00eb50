/// How each creative did.
@NullMarked
package io.interlude.aggregate.engagement;

import org.jspecify.annotations.NullMarked;
