/// Reading whole topics into memory.
@NullMarked
package io.interlude.kit.projection;

import org.jspecify.annotations.NullMarked;
