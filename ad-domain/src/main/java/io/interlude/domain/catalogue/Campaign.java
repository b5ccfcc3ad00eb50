package io.interlude.domain.catalogue;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An advertiser's campaign. Its caps have the scope campaign and hold over all of its line items.
///
/// @param advertiserId null where only the advertiser's name is known
public record Campaign(
        CampaignId id,
        String name,
        String advertiserName,
        @Nullable AdvertiserId advertiserId,
        ServingStatus status,
        Flight flight,
        List<FrequencyCap> frequencyCaps) {
    public Campaign {
        frequencyCaps = List.copyOf(frequencyCaps);
    }

    /// Of an advertiser of whom only the name is known.
    public Campaign(
            CampaignId id,
            String name,
            String advertiserName,
            ServingStatus status,
            Flight flight,
            List<FrequencyCap> frequencyCaps) {
        this(id, name, advertiserName, null, status, flight, frequencyCaps);
    }
}
