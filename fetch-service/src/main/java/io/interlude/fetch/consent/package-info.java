/// Reads whether a subscriber may be known.
@NullMarked
package io.interlude.fetch.consent;

import org.jspecify.annotations.NullMarked;
