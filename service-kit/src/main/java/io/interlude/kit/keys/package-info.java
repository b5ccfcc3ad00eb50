/// Who calls: API keys and what they allow.
@NullMarked
package io.interlude.kit.keys;

import org.jspecify.annotations.NullMarked;
