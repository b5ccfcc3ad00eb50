@NullMarked
package io.interlude.web.rendering;

import org.jspecify.annotations.NullMarked;
