/// This machine's own interface.
@NullMarked
package io.interlude.kit.loopback;

import org.jspecify.annotations.NullMarked;
