package io.interlude.domain.catalogue;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Price;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.targeting.Targeting;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A booking of a campaign: when, where, to whom and at which price its creatives are served.
///
/// @param activation null for one that never was active
/// @param priority 1 (first) to 16
/// @param weight share among equals, from 1
/// @param adUnits codes of the ad units that it may fill; empty means all
/// @param conversionGoals ids of the goals that count and bill; empty when every conversion does
public record LineItem(
        LineItemId id,
        CampaignId campaignId,
        String name,
        ServingStatus status,
        @Nullable Activation activation,
        int priority,
        int weight,
        Flight flight,
        Schedule schedule,
        Set<String> adUnits,
        Price price,
        Budget budget,
        PacingMode pacing,
        List<FrequencyCap> frequencyCaps,
        Targeting targeting,
        Rotation rotation,
        ContextInterest context,
        List<String> conversionGoals) {
    public static final int DEFAULT_PRIORITY = 8;
    public static final int LOWEST_PRIORITY = 16;

    public LineItem {
        adUnits = Set.copyOf(adUnits);
        frequencyCaps = List.copyOf(frequencyCaps);
        conversionGoals = List.copyOf(conversionGoals);
    }
}
