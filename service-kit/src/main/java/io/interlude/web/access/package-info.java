/// Who calls: API keys and what they allow.
@NullMarked
package io.interlude.web.access;

import org.jspecify.annotations.NullMarked;
