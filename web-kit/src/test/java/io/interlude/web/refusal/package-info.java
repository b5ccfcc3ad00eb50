@NullMarked
package io.interlude.web.refusal;

import org.jspecify.annotations.NullMarked;
