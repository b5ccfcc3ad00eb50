/// The history of changes, with author and time; and restoring earlier versions.
@NullMarked
package io.interlude.manage.history;

import org.jspecify.annotations.NullMarked;
