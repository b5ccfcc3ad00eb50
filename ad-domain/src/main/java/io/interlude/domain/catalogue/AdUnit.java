package io.interlude.domain.catalogue;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.money.Money;
import io.interlude.domain.suitability.Suitability;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A place (a moment of a conversation) that an ad can fill. `code` names it in fetches and is
/// unique in the org; no formats means all.
///
/// @param suitability in which of its moments no ad is wanted
/// @param blocked what it does not want to be advertised
/// @param floor least expected value of a thousand fetches that fill it; null for none
/// @param adLoad how many ads its conversations take; null where it has no wish of its own
public record AdUnit(
        AdUnitId id,
        String code,
        String name,
        @Nullable ApplicationId applicationId,
        Set<AdFormat> formats,
        Suitability suitability,
        Blocked blocked,
        @Nullable AdLoad adLoad,
        @Nullable Money floor) {
    public AdUnit {
        formats = Set.copyOf(formats);
    }

    /// An ad unit without wishes of its own.
    public AdUnit(
            AdUnitId id,
            String code,
            String name,
            @Nullable ApplicationId applicationId,
            Set<AdFormat> formats) {
        this(id, code, name, applicationId, formats, Suitability.OPEN, Blocked.NOTHING, null, null);
    }
}
