package io.interlude.domain.catalogue;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.CampaignId;
import java.util.List;

/// An advertiser's campaign. Its caps have the scope campaign and hold over all of its line items.
public record Campaign(
        CampaignId id,
        String name,
        String advertiserName,
        ServingStatus status,
        Flight flight,
        List<FrequencyCap> frequencyCaps) {
    public Campaign {
        frequencyCaps = List.copyOf(frequencyCaps);
    }
}
