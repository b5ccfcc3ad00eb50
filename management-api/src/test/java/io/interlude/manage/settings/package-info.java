@NullMarked
package io.interlude.manage.settings;

import org.jspecify.annotations.NullMarked;
