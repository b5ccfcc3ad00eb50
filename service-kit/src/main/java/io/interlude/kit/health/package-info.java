/// Whether the process lives and is ready.
@NullMarked
package io.interlude.kit.health;

import org.jspecify.annotations.NullMarked;
