/// Creatives.
@NullMarked
package io.interlude.manage.creative;

import org.jspecify.annotations.NullMarked;
