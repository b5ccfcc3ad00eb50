/// Import and export.
@NullMarked
package io.interlude.manage.catalogue;

import org.jspecify.annotations.NullMarked;
