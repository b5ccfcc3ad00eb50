package io.interlude.domain.prepared;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CampaignAdvertiser;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.pacing.PacingPolicy;
import io.interlude.domain.rotation.RotationMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A line item with everything worked out that does not depend on the request. Safe for use by many
/// threads.
public final class PreparedLineItem {
    private final LineItem lineItem;
    private final Campaign campaign;
    private final CampaignAdvertiser advertiser;
    private final List<ConversionGoal> conversionGoals;
    private final List<CreativeVersion> cards;
    private final List<CreativeVersion> flows;
    private final PacingPolicy pacing;
    private final List<FrequencyCap> caps;
    private final List<FrequencyCap> creativeCaps;
    private final List<FrequencyCap> conversationCaps;
    private final boolean needsRelevance;
    private final FrequencyAdvance advance;
    private final Map<CreativeId, FrequencyAdvance> creativeToAdvance;
    private final ScheduleDays days;

    /// @param advertiser of its campaign
    /// @param days of the line item's schedule
    PreparedLineItem(Candidate candidate, CampaignAdvertiser advertiser, ScheduleDays days) {
        this.advertiser = advertiser;
        this.days = days;
        lineItem = candidate.lineItem();
        campaign = candidate.campaign();
        conversionGoals = candidate.conversionGoals();
        cards = rendered(candidate.creatives(), AdFormat.NATIVE);
        flows = rendered(candidate.creatives(), AdFormat.FLOW);
        pacing = candidate.pacing();
        List<FrequencyCap> all =
                Stream.of(lineItem.frequencyCaps(), campaign.frequencyCaps())
                        .flatMap(List::stream)
                        .toList();
        creativeCaps = all.stream().filter(cap -> cap.scope() == CapScope.CREATIVE).toList();
        conversationCaps =
                all.stream().filter(cap -> cap.scope() == CapScope.CONVERSATION).toList();
        caps =
                all.stream()
                        .filter(cap -> !creativeCaps.contains(cap))
                        .filter(cap -> !conversationCaps.contains(cap))
                        .toList();
        needsRelevance = RelevancePolicy.needsRelevance(lineItem.context());
        advance =
                new FrequencyAdvance(
                        CapScope.LINE_ITEM, lineItem.id().value(), keepTimes(CapScope.LINE_ITEM));
        creativeToAdvance = creativeAdvances();
    }

    private static List<CreativeVersion> rendered(
            List<CreativeVersion> creatives, AdFormat format) {
        return creatives.stream().allMatch(creative -> creative.renders(format))
                ? creatives
                : creatives.stream().filter(creative -> creative.renders(format)).toList();
    }

    /// The goals that count and bill its conversions; empty when every conversion does.
    public List<ConversionGoal> conversionGoals() {
        return conversionGoals;
    }

    public LineItem lineItem() {
        return lineItem;
    }

    public Campaign campaign() {
        return campaign;
    }

    /// The advertiser of its campaign.
    public CampaignAdvertiser advertiser() {
        return advertiser;
    }

    public PacingPolicy pacing() {
        return pacing;
    }

    /// The day of the line item's time zone that the instant falls in.
    public ServingDay day(Instant now) {
        return day(now, now.toEpochMilli());
    }

    public ServingDay day(Instant now, long nowMillis) {
        return days.day(now, nowMillis);
    }

    /// Caps on what one subscriber is served of the line item and its campaign, but for those on
    /// single creatives.
    public List<FrequencyCap> caps() {
        return caps;
    }

    public List<FrequencyCap> creativeCaps() {
        return creativeCaps;
    }

    /// Caps on what one conversation is served of the line item.
    public List<FrequencyCap> conversationCaps() {
        return conversationCaps;
    }

    public boolean capped() {
        return !caps.isEmpty() || !creativeCaps.isEmpty();
    }

    public boolean needsRelevance() {
        return needsRelevance;
    }

    public double minRelevance(double engineDefault) {
        return RelevancePolicy.minRelevance(lineItem.context(), engineDefault);
    }

    boolean active() {
        return lineItem.status() == ServingStatus.ACTIVE
                && campaign.status() == ServingStatus.ACTIVE;
    }

    /// Whether it takes part in decisions without being served.
    boolean shadow() {
        return lineItem.status() == ServingStatus.SHADOW
                && campaign.status() == ServingStatus.ACTIVE;
    }

    /// Whether what is served is counted for its caps: not for those of a shadow, which nothing may
    /// show.
    boolean counts() {
        return lineItem.status() != ServingStatus.SHADOW;
    }

    boolean inFlight(Instant now) {
        Flight own = lineItem.flight();
        return own.contains(now) && campaign.flight().contains(now);
    }

    /// Every start and end of its flight and its campaign's.
    List<Instant> flightBounds() {
        return Stream.of(
                        lineItem.flight().startAt(),
                        lineItem.flight().endAt(),
                        campaign.flight().startAt(),
                        campaign.flight().endAt())
                .filter(Objects::nonNull)
                .toList();
    }

    boolean hasDayparts() {
        return !lineItem.schedule().dayparts().isEmpty();
    }

    public boolean takes(String adUnitCode) {
        return lineItem.adUnits().isEmpty() || lineItem.adUnits().contains(adUnitCode);
    }

    /// Approved creatives that can be rendered in the format, in the order of sequential rotation.
    public List<CreativeVersion> creatives(AdFormat format) {
        return format.showsCard() ? cards : flows;
    }

    /// Its approved creatives of any format.
    List<CreativeVersion> allCreatives() {
        return Stream.of(cards, flows).flatMap(List::stream).distinct().toList();
    }

    List<CreativeId> creativeIds() {
        return allCreatives().stream().map(CreativeVersion::id).toList();
    }

    /// Whether deciding about it needs to know how often the subscriber was served.
    boolean needsCounters() {
        return capped() || lineItem.rotation().mode() == RotationMode.SEQUENTIAL;
    }

    /// The line item's own counter, which each of its fetches advances.
    FrequencyAdvance advance() {
        return advance;
    }

    /// The counter of one of its creatives.
    FrequencyAdvance advance(CreativeId creativeId) {
        return requireNonNull(
                creativeToAdvance.get(creativeId), "the creative is another line item's");
    }

    /// How many latest times its caps need of the scope's counter.
    int keepTimes(CapScope scope) {
        return Stream.of(caps, creativeCaps, conversationCaps)
                .flatMap(List::stream)
                .filter(cap -> cap.scope() == scope && cap.per() != null)
                .mapToInt(FrequencyCap::max)
                .reduce(FrequencyCapPolicy.LEAST_KEPT_TIMES, Math::max);
    }

    private Map<CreativeId, FrequencyAdvance> creativeAdvances() {
        int keepTimes = keepTimes(CapScope.CREATIVE);
        Map<CreativeId, FrequencyAdvance> advances = new HashMap<>();
        for (CreativeId id : creativeIds()) {
            advances.put(id, new FrequencyAdvance(CapScope.CREATIVE, id.value(), keepTimes));
        }
        return Map.copyOf(advances);
    }
}
