@NullMarked
package io.interlude.web.rehearsal;

import org.jspecify.annotations.NullMarked;
