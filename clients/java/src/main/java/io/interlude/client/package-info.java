/// Ads for conversations, from a publisher's application: fetch one, report what became of it, walk
/// a flow. A server that is away means no ad; nothing here throws but for a programmer's mistake.
@NullMarked
package io.interlude.client;

import org.jspecify.annotations.NullMarked;
