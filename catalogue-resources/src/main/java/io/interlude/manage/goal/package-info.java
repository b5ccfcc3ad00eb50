/// Conversion goals.
@NullMarked
package io.interlude.manage.goal;

import org.jspecify.annotations.NullMarked;
