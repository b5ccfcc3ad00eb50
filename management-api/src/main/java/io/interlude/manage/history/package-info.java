/// What was changed, by whom and when; and earlier versions brought back.
@NullMarked
package io.interlude.manage.history;

import org.jspecify.annotations.NullMarked;
