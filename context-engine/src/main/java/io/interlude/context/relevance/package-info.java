/// The relevance of line items to a conversation.
@NullMarked
package io.interlude.context.relevance;

import org.jspecify.annotations.NullMarked;
