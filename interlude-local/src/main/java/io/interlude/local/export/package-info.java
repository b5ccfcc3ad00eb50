/// `./interlude export`.
@NullMarked
package io.interlude.local.export;

import org.jspecify.annotations.NullMarked;
