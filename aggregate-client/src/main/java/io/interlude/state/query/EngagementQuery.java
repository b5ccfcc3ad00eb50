package io.interlude.state.query;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.Engagement;

/// The engagement of creatives, as the rotation of the next fetch reads it: with fetches of this
/// process that the aggregator has not applied. In memory: reads never wait.
@FunctionalInterface
public interface EngagementQuery {
    /// How the creative did.
    Engagement engagement(OrgId orgId, CreativeId creativeId);
}
