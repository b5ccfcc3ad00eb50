/// Tests of what is known of the use of keys.
@NullMarked
package io.interlude.manage.key;

import org.jspecify.annotations.NullMarked;
