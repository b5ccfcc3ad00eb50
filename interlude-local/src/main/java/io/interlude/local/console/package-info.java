/// The output on the terminal.
@NullMarked
package io.interlude.local.console;

import org.jspecify.annotations.NullMarked;
