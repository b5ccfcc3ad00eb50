package io.interlude.report.attribution;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The ads of fetches, of which those of one creative share their dimensions and goals: there are
/// as many as conversions. Used by one thread.
final class ServedAds {
    private final Map<RollupCell, RollupCell> cells = new HashMap<>();
    private final Map<List<ConversionGoal>, List<ConversionGoal>> goals = new HashMap<>();

    ServedAd of(AdFetched fetched) {
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
                cells.computeIfAbsent(cell, same -> same),
                fetched.getOccurredAt(),
                goals.computeIfAbsent(fetched.getConversionGoals(), List::copyOf),
                fetched.getCountsNames());
    }
}
