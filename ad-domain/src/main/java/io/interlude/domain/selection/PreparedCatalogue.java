package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// A catalogue snapshot made ready for selection: active line items by ad unit and format, those
/// first that come first. Compiled once per snapshot; safe for use by many threads.
public final class PreparedCatalogue {
    private static final Comparator<PreparedLineItem> ORDER =
            Comparator.comparingInt((PreparedLineItem item) -> item.lineItem().priority())
                    .thenComparing(item -> item.lineItem().id().value());

    private final OrgCatalogue source;
    private final List<PreparedLineItem> all;
    private final Pool everywhere;
    private final Map<String, Pool> codeToPool;
    private final Map<CampaignId, Integer> campaignToKeepTimes;
    private final int adUnitKeepTimes;

    private PreparedCatalogue(OrgCatalogue source) {
        this.source = source;
        Map<LineItemId, PreparedLineItem> prepared = new HashMap<>();
        for (Candidate candidate : source.lineItems()) {
            prepared.put(candidate.lineItem().id(), new PreparedLineItem(candidate));
        }
        all = prepared.values().stream().sorted(ORDER).toList();
        everywhere = new Pool(all.stream().filter(i -> i.lineItem().adUnits().isEmpty()));
        codeToPool = pools();
        campaignToKeepTimes = campaignKeepTimes();
        adUnitKeepTimes = keepTimes(all.stream(), CapScope.AD_UNIT);
    }

    public static PreparedCatalogue compile(OrgCatalogue source) {
        return new PreparedCatalogue(source);
    }

    private Map<String, Pool> pools() {
        Set<String> codes = new HashSet<>();
        all.forEach(item -> codes.addAll(item.lineItem().adUnits()));
        Map<String, Pool> pools = new HashMap<>();
        for (String code : codes) {
            pools.put(code, new Pool(all.stream().filter(item -> item.takes(code))));
        }
        return Map.copyOf(pools);
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
        return pool(adUnitCode).needsCounters(format);
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
    List<PreparedLineItem> all() {
        return all;
    }

    /// The active line items that may fill the ad unit in the format, by priority.
    PreparedLineItem[] candidates(AdUnit adUnit, AdFormat format) {
        boolean takesFormat = adUnit.formats().isEmpty() || adUnit.formats().contains(format);
        return takesFormat ? pool(adUnit.code()).candidates(format) : Pool.NOBODY;
    }

    private Pool pool(String adUnitCode) {
        return codeToPool.getOrDefault(adUnitCode, everywhere);
    }

    /// The active line items of one ad unit, by format.
    private static final class Pool {
        static final PreparedLineItem[] NOBODY = {};

        private final Map<AdFormat, PreparedLineItem[]> formatToItems =
                new EnumMap<>(AdFormat.class);
        private final Set<AdFormat> counted = new HashSet<>();

        Pool(Stream<PreparedLineItem> inOrder) {
            List<PreparedLineItem> active = inOrder.filter(PreparedLineItem::active).toList();
            for (AdFormat format : AdFormat.values()) {
                PreparedLineItem[] items =
                        active.stream()
                                .filter(item -> !item.creatives(format).isEmpty())
                                .toArray(PreparedLineItem[]::new);
                formatToItems.put(format, items);
                if (Stream.of(items).anyMatch(PreparedLineItem::needsCounters)) {
                    counted.add(format);
                }
            }
        }

        PreparedLineItem[] candidates(AdFormat format) {
            return formatToItems.getOrDefault(format, NOBODY);
        }

        boolean needsCounters(AdFormat format) {
            return counted.contains(format);
        }
    }
}
