/// Wiring.
@NullMarked
package io.interlude.manage.boot;

import org.jspecify.annotations.NullMarked;
