@NullMarked
package io.interlude.kit.state;

import org.jspecify.annotations.NullMarked;
