@NullMarked
package io.interlude.web.access;

import org.jspecify.annotations.NullMarked;
