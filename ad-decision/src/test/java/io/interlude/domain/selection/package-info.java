@NullMarked
package io.interlude.domain.selection;

import org.jspecify.annotations.NullMarked;
