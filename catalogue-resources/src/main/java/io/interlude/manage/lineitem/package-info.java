/// Line items: when, where, to whom and at which price.
@NullMarked
package io.interlude.manage.lineitem;

import org.jspecify.annotations.NullMarked;
