/// Tests of what is known of the use of keys.
@NullMarked
package io.interlude.web.keyuse;

import org.jspecify.annotations.NullMarked;
