/// The options of commands, from the command line and the environment.
@NullMarked
package io.interlude.local.options;

import org.jspecify.annotations.NullMarked;
