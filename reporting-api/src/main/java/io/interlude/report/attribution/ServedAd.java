package io.interlude.report.attribution;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.List;

/// What a fetch served, as far as it decides for what its conversions count.
///
/// @param cell with the dimensions of its cells, in which nothing is counted
/// @param named whether its cells name goals and conversions
record ServedAd(RollupCell cell, Instant at, List<ConversionGoal> goals, boolean named) {
    static ServedAd of(AdFetched fetched) {
        String application = fetched.getApplicationId();
        RollupCell cell =
                RollupCell.newBuilder()
                        .setOrgId(fetched.getOrgId())
                        .setGranularity(Granularity.minute)
                        .setStartsAt(Instant.EPOCH)
                        .setApplicationId(application == null ? "" : application)
                        .setAdUnitCode(fetched.getAdUnitCode())
                        .setCampaignId(fetched.getCampaignId())
                        .setLineItemId(fetched.getLineItemId())
                        .setCreativeId(fetched.getCreativeId())
                        .setFormat(fetched.getFormat())
                        .setCurrency(fetched.getCurrency())
                        .setTimeZone(fetched.getTimeZone())
                        .build();
        return new ServedAd(
                cell,
                fetched.getOccurredAt(),
                List.copyOf(fetched.getConversionGoals()),
                fetched.getCountsNames());
    }
}
