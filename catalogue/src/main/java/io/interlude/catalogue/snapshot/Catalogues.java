package io.interlude.catalogue.snapshot;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/// The catalogue in memory. Reads never wait; each snapshot is whole and never changes.
public interface Catalogues {
    /// The newest snapshot of the org, if the org is known.
    Optional<OrgCatalogue> org(OrgId orgId);

    /// Every org that is known; none of a catalogue that does not list its orgs.
    default Set<OrgId> orgs() {
        return Set.of();
    }

    /// In which the days of the org's reports begin, if the org is known. It never changes.
    default Optional<ZoneId> timeZone(OrgId orgId) {
        return org(orgId).map(_ -> ZoneOffset.UTC);
    }

    /// Any version of a creative that ever existed, archived or not: what an old click URL needs.
    Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version);

    /// The creative version that [ServedCreativeKey] stands for.
    Optional<ServedCreative> served(ServedCreativeKey key);

    /// A creative version and its org.
    record ServedCreative(OrgId orgId, CreativeVersion creative) {}
}
