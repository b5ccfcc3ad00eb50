/// The output on the terminal.
@NullMarked
package io.interlude.local.terminal;

import org.jspecify.annotations.NullMarked;
