/// The process warms itself up before it takes requests.
@NullMarked
package io.interlude.web.rehearsal;

import org.jspecify.annotations.NullMarked;
