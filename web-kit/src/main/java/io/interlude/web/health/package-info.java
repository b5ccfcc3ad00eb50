/// Whether the process lives and is ready.
@NullMarked
package io.interlude.web.health;

import org.jspecify.annotations.NullMarked;
