package io.interlude.domain.forecast;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Budget;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A line item as it is played: active, always in flight, without a budget. What its flight and its
/// bounds leave of it is reckoned afterwards.
final class Draft {
    private Draft() {}

    static Candidate opened(Candidate draft) {
        LineItem item = draft.lineItem();
        Campaign campaign = draft.campaign();
        return new Candidate(
                new LineItem(
                        item.id(),
                        item.campaignId(),
                        item.name(),
                        ServingStatus.ACTIVE,
                        null,
                        item.priority(),
                        item.weight(),
                        Flight.ALWAYS,
                        item.schedule(),
                        item.adUnits(),
                        item.price(),
                        Budget.UNLIMITED,
                        item.pacing(),
                        item.frequencyCaps(),
                        item.targeting(),
                        item.rotation(),
                        item.context(),
                        item.conversionGoals()),
                new Campaign(
                        campaign.id(),
                        campaign.name(),
                        campaign.advertiserName(),
                        campaign.advertiserId(),
                        ServingStatus.ACTIVE,
                        Flight.ALWAYS,
                        campaign.frequencyCaps(),
                        campaign.holdout()),
                draft.creatives().isEmpty() ? ofEveryFormat(item.id()) : draft.creatives(),
                draft.conversionGoals());
    }

    /// Of a line item that is to get its creatives later.
    private static List<CreativeVersion> ofEveryFormat(LineItemId id) {
        return List.of(
                creative(
                        id,
                        "card",
                        new CreativeContent.Card("", null, null, null, null, "", List.of())),
                creative(id, "flow", new CreativeContent.Flow("{}")));
    }

    private static CreativeVersion creative(LineItemId id, String name, CreativeContent content) {
        return new CreativeVersion(
                new CreativeId(name), 1, id, true, null, Instant.EPOCH, 1, Map.of(), content);
    }
}
