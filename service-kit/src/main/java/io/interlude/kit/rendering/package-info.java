/// Payloads of cards as JSON.
@NullMarked
package io.interlude.kit.rendering;

import org.jspecify.annotations.NullMarked;
