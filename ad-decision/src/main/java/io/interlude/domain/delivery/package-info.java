/// How line items deliver: against their plan, and what holds them back.
@NullMarked
package io.interlude.domain.delivery;

import org.jspecify.annotations.NullMarked;
