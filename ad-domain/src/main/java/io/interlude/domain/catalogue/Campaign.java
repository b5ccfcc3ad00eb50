package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.lift.Holdout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An advertiser's campaign. Its caps have the scope campaign and hold over all of its line items.
///
/// @param advertiserId null where only the advertiser's name is known
/// @param holdout which subscribers it is not served to
public record Campaign(
        CampaignId id,
        String name,
        String advertiserName,
        @Nullable AdvertiserId advertiserId,
        ServingStatus status,
        Flight flight,
        List<FrequencyCap> frequencyCaps,
        Holdout holdout) {
    public Campaign {
        frequencyCaps = List.copyOf(frequencyCaps);
        requireNonNull(holdout, "holdout is null");
    }

    /// Served to everyone.
    public Campaign(
            CampaignId id,
            String name,
            String advertiserName,
            @Nullable AdvertiserId advertiserId,
            ServingStatus status,
            Flight flight,
            List<FrequencyCap> frequencyCaps) {
        this(id, name, advertiserName, advertiserId, status, flight, frequencyCaps, Holdout.NONE);
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
