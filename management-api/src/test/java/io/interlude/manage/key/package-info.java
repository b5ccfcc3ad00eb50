/// Tests of keys over HTTP.
@NullMarked
package io.interlude.manage.key;

import org.jspecify.annotations.NullMarked;
