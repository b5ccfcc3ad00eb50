package io.interlude.fetch.context;

import io.interlude.domain.identity.ContextHash;
import org.jspecify.annotations.Nullable;

/// The part of a context that may be kept: its keyed one-way hash and its length.
///
/// @param hash null without a context
public record ContextDigest(@Nullable String hash, int bytes) {
    public static final ContextDigest NONE = new ContextDigest(null, 0);

    public static ContextDigest of(@Nullable ConversationContext context, ContextHash hash) {
        return context == null ? NONE : new ContextDigest(hash.of(context.text()), context.bytes());
    }
}
