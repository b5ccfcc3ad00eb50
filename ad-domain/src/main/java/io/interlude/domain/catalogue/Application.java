package io.interlude.domain.catalogue;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.suitability.Suitability;
import org.jspecify.annotations.Nullable;

/// A publisher's application.
///
/// @param defaultAdUnit code of the ad unit that a fetch without one fills
/// @param suitability in which of its moments no ad is wanted
/// @param blocked what it does not want to be advertised
/// @param adLoad how many ads its conversations take; null where it has no wish of its own
public record Application(
        ApplicationId id,
        String name,
        @Nullable String defaultAdUnit,
        Suitability suitability,
        Blocked blocked,
        @Nullable AdLoad adLoad) {
    /// An application without wishes of its own.
    public Application(ApplicationId id, String name, @Nullable String defaultAdUnit) {
        this(id, name, defaultAdUnit, Suitability.OPEN, Blocked.NOTHING, null);
    }
}
