package io.interlude.domain.selection;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.rotation.Engagement;

/// What was served before, of the org whose ad is selected. In memory: reads never wait.
public interface ServingState {
    /// What the line item served and spent, the day counted from 1970-01-01 in its time zone.
    Spent spent(LineItemId lineItemId, long epochDay);

    /// How the creative did.
    Engagement engagement(CreativeId creativeId);
}
