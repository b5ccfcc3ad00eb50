@NullMarked
package io.interlude.web.warmup;

import org.jspecify.annotations.NullMarked;
