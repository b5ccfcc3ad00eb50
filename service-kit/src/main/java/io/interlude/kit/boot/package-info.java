/// Wiring and settings.
@NullMarked
package io.interlude.kit.boot;

import org.jspecify.annotations.NullMarked;
