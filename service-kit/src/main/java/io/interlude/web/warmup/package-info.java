/// The process warms itself up before it takes requests.
@NullMarked
package io.interlude.web.warmup;

import org.jspecify.annotations.NullMarked;
