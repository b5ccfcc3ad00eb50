package io.interlude.domain.catalogue;

import io.interlude.domain.suitability.Suitability;

/// What an org's settings say of serving.
///
/// @param suitability in which moments no ad is wanted
/// @param blocked what is not advertised anywhere in the org
public record OrgSettings(Suitability suitability, Blocked blocked) {
    /// Of an org that never wrote any.
    public static final OrgSettings NONE = new OrgSettings(Suitability.OPEN, Blocked.NOTHING);
}
