@NullMarked
package io.interlude.kit.keys;

import org.jspecify.annotations.NullMarked;
