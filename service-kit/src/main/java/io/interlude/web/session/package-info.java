/// Sessions of the console: what a browser sends in place of a key.
@NullMarked
package io.interlude.web.session;

import org.jspecify.annotations.NullMarked;
