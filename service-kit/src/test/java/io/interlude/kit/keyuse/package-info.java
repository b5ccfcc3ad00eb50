/// Tests of what is known of the use of keys.
@NullMarked
package io.interlude.kit.keyuse;

import org.jspecify.annotations.NullMarked;
