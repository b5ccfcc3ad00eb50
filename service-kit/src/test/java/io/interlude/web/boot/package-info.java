@NullMarked
package io.interlude.web.boot;

import org.jspecify.annotations.NullMarked;
