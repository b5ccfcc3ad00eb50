package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A catalogue snapshot made ready for selection: active line items by ad unit and format, those
/// first that come first. Compiled once per snapshot; safe for use by many threads.
public final class PreparedCatalogue {
    private static final Comparator<PreparedLineItem> ORDER =
            Comparator.comparingInt((PreparedLineItem item) -> item.lineItem().priority())
                    .thenComparing(item -> item.lineItem().id().value());

    private final OrgCatalogue source;
    private final List<PreparedLineItem> all;
    private final ActiveLineItems active;
    private final Map<CampaignId, Integer> campaignToKeepTimes;
    private final int adUnitKeepTimes;

    private PreparedCatalogue(OrgCatalogue source) {
        this.source = source;
        Map<Schedule, ScheduleDays> scheduleToDays = new HashMap<>();
        all =
                source.lineItems().stream()
                        .map(candidate ->
                                new PreparedLineItem(
                                        candidate,
                                        scheduleToDays.computeIfAbsent(
                                                candidate.lineItem().schedule(),
                                                ScheduleDays::new)))
                        .sorted(ORDER)
                        .toList();
        active =
                new ActiveLineItems(
                        all.stream()
                                .filter(PreparedLineItem::active)
                                .toArray(PreparedLineItem[]::new));
        campaignToKeepTimes = campaignKeepTimes();
        adUnitKeepTimes = keepTimes(all.stream(), CapScope.AD_UNIT);
    }

    public static PreparedCatalogue compile(OrgCatalogue source) {
        return new PreparedCatalogue(source);
    }

    private Map<CampaignId, Integer> campaignKeepTimes() {
        Map<CampaignId, Integer> keepTimes = new HashMap<>();
        for (PreparedLineItem item : all) {
            keepTimes.merge(
                    item.campaign().id(), keepTimes(Stream.of(item), CapScope.CAMPAIGN), Math::max);
        }
        return Map.copyOf(keepTimes);
    }

    private static int keepTimes(Stream<PreparedLineItem> items, CapScope scope) {
        return items.mapToInt(item -> item.largestWindowedMax(scope))
                .reduce(FrequencyCapPolicy.LEAST_KEPT_TIMES, Math::max);
    }

    /// The snapshot that it was compiled from.
    public OrgCatalogue source() {
        return source;
    }

    /// Whether deciding about the ad unit can need the subscriber's counters.
    public boolean needsCounters(String adUnitCode, AdFormat format) {
        return active.needsCounters(adUnitCode, format);
    }

    /// The counters that a fetch of the creative advances.
    public List<FrequencyAdvance> advances(
            AdUnit adUnit, PreparedLineItem item, CreativeId creativeId) {
        Campaign campaign = item.campaign();
        return List.of(
                new FrequencyAdvance(
                        CapScope.LINE_ITEM,
                        item.lineItem().id().value(),
                        keepTimes(Stream.of(item), CapScope.LINE_ITEM)),
                new FrequencyAdvance(
                        CapScope.CAMPAIGN,
                        campaign.id().value(),
                        campaignToKeepTimes.getOrDefault(
                                campaign.id(), FrequencyCapPolicy.LEAST_KEPT_TIMES)),
                new FrequencyAdvance(CapScope.AD_UNIT, adUnit.id().value(), adUnitKeepTimes),
                new FrequencyAdvance(
                        CapScope.CREATIVE,
                        creativeId.value(),
                        keepTimes(Stream.of(item), CapScope.CREATIVE)));
    }

    /// Every line item of the org, whatever its status.
    public List<PreparedLineItem> all() {
        return all;
    }

    /// The active line items, by priority.
    ActiveLineItems active() {
        return active;
    }
}
