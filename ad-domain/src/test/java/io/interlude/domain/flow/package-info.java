@NullMarked
package io.interlude.domain.flow;

import org.jspecify.annotations.NullMarked;
