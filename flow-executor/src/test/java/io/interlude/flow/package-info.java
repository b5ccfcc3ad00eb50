@NullMarked
package io.interlude.flow;

import org.jspecify.annotations.NullMarked;
