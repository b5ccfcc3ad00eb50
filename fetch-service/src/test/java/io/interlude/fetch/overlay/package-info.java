@NullMarked
package io.interlude.fetch.overlay;

import org.jspecify.annotations.NullMarked;
