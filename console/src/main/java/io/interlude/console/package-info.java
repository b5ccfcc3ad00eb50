/// The pages of the console.
@NullMarked
package io.interlude.console;

import org.jspecify.annotations.NullMarked;
