package io.interlude.domain.prepared;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.RotationStamp;

/// The state of earlier serving, of the org whose ad is selected. In memory: reads never wait.
public interface ServingState {
    /// Nothing was served.
    ServingState NOTHING =
            new ServingState() {
                @Override
                public Spent spent(LineItemId lineItemId, long epochDay) {
                    return Spent.NOTHING;
                }

                @Override
                public Engagement engagement(CreativeId creativeId) {
                    return Engagement.NONE;
                }
            };

    /// What the line item served and spent, the day counted from 1970-01-01 in its time zone.
    Spent spent(LineItemId lineItemId, long epochDay);

    /// How the creative did.
    Engagement engagement(CreativeId creativeId);

    /// What is predicted of the org's line items.
    default Predictions predictions(OrgCatalogue catalogue) {
        return Predictions.NONE;
    }

    /// Fetches before which no epoch of a rotation ends.
    default long epochFetches() {
        return RotationStamp.EPOCH_FETCHES;
    }

    /// Share of its goal's plan by which the line item is behind, 0 for none. Whoever is behind is
    /// served first, before any value.
    default double behind(LineItemId lineItemId) {
        return 0;
    }

    /// What [#spent] says of the line item, now and later. A prepared catalogue keeps the meters of
    /// the state that it was last asked with.
    default SpendMeter meter(LineItemId lineItemId) {
        return epochDay -> spent(lineItemId, epochDay);
    }
}
