package io.interlude.domain.catalogue;

import io.interlude.domain.context.Suitability;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.money.Money;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A place (a moment of a conversation) that an ad can fill. `code` names it in fetches and is
/// unique in the org; no formats means all.
///
/// @param suitability in which of its moments no ad is wanted
/// @param floor least expected value of a thousand fetches that fill it; null for none
public record AdUnit(
        AdUnitId id,
        String code,
        String name,
        @Nullable ApplicationId applicationId,
        Set<AdFormat> formats,
        Suitability suitability,
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
        this(id, code, name, applicationId, formats, Suitability.OPEN, null);
    }
}
