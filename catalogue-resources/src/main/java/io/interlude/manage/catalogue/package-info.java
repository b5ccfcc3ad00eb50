/// The whole catalogue at once: export and all-or-nothing import.
@NullMarked
package io.interlude.manage.catalogue;

import org.jspecify.annotations.NullMarked;
