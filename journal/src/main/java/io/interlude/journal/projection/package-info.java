/// Reading whole topics into memory.
@NullMarked
package io.interlude.journal.projection;

import org.jspecify.annotations.NullMarked;
