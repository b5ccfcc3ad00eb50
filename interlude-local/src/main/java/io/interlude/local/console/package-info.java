/// What the terminal shows.
@NullMarked
package io.interlude.local.console;

import org.jspecify.annotations.NullMarked;
