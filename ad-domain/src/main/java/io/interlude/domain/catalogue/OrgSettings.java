package io.interlude.domain.catalogue;

import io.interlude.domain.context.Suitability;
import io.interlude.domain.conversation.AdLoad;
import org.jspecify.annotations.Nullable;

/// What an org's settings say of serving.
///
/// @param suitability in which moments no ad is wanted
/// @param blocked what is not advertised anywhere in the org
/// @param adLoad how many ads a conversation takes; null where they do not say
public record OrgSettings(Suitability suitability, Blocked blocked, @Nullable AdLoad adLoad) {
    /// Of an org that never wrote any.
    public static final OrgSettings NONE = new OrgSettings(Suitability.OPEN, Blocked.NOTHING, null);
}
