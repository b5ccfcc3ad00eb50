/// How a person tells a command what to do: its options, and the environment.
@NullMarked
package io.interlude.local.options;

import org.jspecify.annotations.NullMarked;
