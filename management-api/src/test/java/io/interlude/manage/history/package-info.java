/// Tests of the history over HTTP.
@NullMarked
package io.interlude.manage.history;

import org.jspecify.annotations.NullMarked;
