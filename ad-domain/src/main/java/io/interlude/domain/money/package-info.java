/// Amounts of money in millionths of a currency unit.
@NullMarked
package io.interlude.domain.money;

import org.jspecify.annotations.NullMarked;
