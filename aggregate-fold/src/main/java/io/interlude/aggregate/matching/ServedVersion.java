package io.interlude.aggregate.matching;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.FetchState;

/// The version of a creative that a fetch served.
public record ServedVersion(OrgId orgId, CreativeId creativeId, int version) {
    public static ServedVersion of(FetchState state) {
        return new ServedVersion(
                new OrgId(state.getOrgId()),
                new CreativeId(state.getCreativeId()),
                state.getCreativeVersion());
    }
}
