package io.interlude.state.query;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import java.util.function.Supplier;

/// The contents of `state.pacing` and `state.engagement`, held in memory. Reads never wait.
public interface AggregateViews {
    /// Spend of a line item, or [LineItemSpend#NONE].
    LineItemSpend spend(OrgId orgId, LineItemId lineItemId);

    /// Says what [#spend] says, now and later, without looking the line item up again.
    default Supplier<LineItemSpend> spendOf(OrgId orgId, LineItemId lineItemId) {
        return () -> spend(orgId, lineItemId);
    }

    /// Engagement of a creative, or [CreativeEngagement#NONE].
    CreativeEngagement engagement(OrgId orgId, CreativeId creativeId);
}
