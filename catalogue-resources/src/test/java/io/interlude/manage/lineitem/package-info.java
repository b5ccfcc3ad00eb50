/// Line items.
@NullMarked
package io.interlude.manage.lineitem;

import org.jspecify.annotations.NullMarked;
