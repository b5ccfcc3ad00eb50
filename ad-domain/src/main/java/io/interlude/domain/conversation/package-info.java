/// The limits on ads in one conversation: their number, and how far apart they are.
@NullMarked
package io.interlude.domain.conversation;

import org.jspecify.annotations.NullMarked;
