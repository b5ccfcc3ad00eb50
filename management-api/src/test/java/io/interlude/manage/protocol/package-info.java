/// Tests of what every resource answers over HTTP.
@NullMarked
package io.interlude.manage.protocol;

import org.jspecify.annotations.NullMarked;
