/// Checks of the one command.
@NullMarked
package io.interlude.check.launcher;

import org.jspecify.annotations.NullMarked;
