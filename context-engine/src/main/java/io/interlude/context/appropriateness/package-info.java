/// Judges whether a moment of a conversation is one in which no ad should be shown.
@NullMarked
package io.interlude.context.appropriateness;

import org.jspecify.annotations.NullMarked;
