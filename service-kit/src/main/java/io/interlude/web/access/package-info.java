/// Authentication of callers: API keys and their rights.
@NullMarked
package io.interlude.web.access;

import org.jspecify.annotations.NullMarked;
