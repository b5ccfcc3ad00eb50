/// The delivery of line items against their plan, and the rules that hold them back.
@NullMarked
package io.interlude.domain.delivery;

import org.jspecify.annotations.NullMarked;
