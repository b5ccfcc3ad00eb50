/// Routes, and the match of a path to one.
@NullMarked
package io.interlude.web.route;

import org.jspecify.annotations.NullMarked;
