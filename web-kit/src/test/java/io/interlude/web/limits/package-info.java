@NullMarked
package io.interlude.web.limits;

import org.jspecify.annotations.NullMarked;
