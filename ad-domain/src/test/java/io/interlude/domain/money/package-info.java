@NullMarked
package io.interlude.domain.money;

import org.jspecify.annotations.NullMarked;
