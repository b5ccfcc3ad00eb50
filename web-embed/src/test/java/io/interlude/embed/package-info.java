@NullMarked
package io.interlude.embed;

import org.jspecify.annotations.NullMarked;
