/// How near line items are to a conversation.
@NullMarked
package io.interlude.context.relevance;

import org.jspecify.annotations.NullMarked;
