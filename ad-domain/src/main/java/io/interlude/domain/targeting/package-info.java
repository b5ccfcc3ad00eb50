/// Rules over the attributes of a request.
@NullMarked
package io.interlude.domain.targeting;

import org.jspecify.annotations.NullMarked;
