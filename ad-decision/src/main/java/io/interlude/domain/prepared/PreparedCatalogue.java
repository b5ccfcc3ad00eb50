package io.interlude.domain.prepared;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A catalogue snapshot made ready for selection: active line items by ad unit and format, those
/// first that come first. Compiled once per snapshot; safe for use by many threads.
public final class PreparedCatalogue {
    private static final Comparator<PreparedLineItem> ORDER =
            Comparator.comparingInt((PreparedLineItem item) -> item.lineItem().priority())
                    .thenComparing(item -> item.lineItem().id().value());

    private final OrgCatalogue source;
    private final List<PreparedLineItem> all;
    private final Map<LineItemId, PreparedLineItem> idToItem;
    private final ActiveLineItems active;
    private final ActiveLineItems shadows;
    private final Map<CampaignId, FrequencyAdvance> campaignToAdvance;
    private final int adUnitKeepTimes;
    private final boolean advertiserCapped;
    private final int advertiserKeepTimes;
    private final ConversationAdvances conversationAdvances;
    private final Map<Place, BlockedHere> placeToBlocked = new ConcurrentHashMap<>();
    private final Map<Blocked, BlockedHere> blockedToCompiled = new ConcurrentHashMap<>();

    private PreparedCatalogue(OrgCatalogue source) {
        this.source = source;
        Map<Schedule, ScheduleDays> scheduleToDays = new HashMap<>();
        all =
                source.lineItems().stream()
                        .map(candidate ->
                                new PreparedLineItem(
                                        candidate,
                                        source.advertiser(candidate.campaign()),
                                        scheduleToDays.computeIfAbsent(
                                                candidate.lineItem().schedule(),
                                                ScheduleDays::new)))
                        .sorted(ORDER)
                        .toList();
        idToItem =
                all.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        item -> item.lineItem().id(), Function.identity()));
        active = numbered(PreparedLineItem::active);
        shadows = numbered(PreparedLineItem::shadow);
        List<PreparedLineItem> counting = all.stream().filter(PreparedLineItem::counts).toList();
        campaignToAdvance = campaignAdvances(counting);
        adUnitKeepTimes = keepTimes(counting, CapScope.AD_UNIT);
        advertiserKeepTimes = keepTimes(counting, CapScope.ADVERTISER);
        advertiserCapped =
                counting.stream()
                        .flatMap(item -> item.caps().stream())
                        .anyMatch(cap -> cap.scope() == CapScope.ADVERTISER);
        conversationAdvances =
                ConversationAdvances.of(
                        source.adLoads(),
                        counting.stream().anyMatch(item -> !item.conversationCaps().isEmpty()));
    }

    private ActiveLineItems numbered(Predicate<PreparedLineItem> property) {
        return new ActiveLineItems(all.stream().filter(property).toArray(PreparedLineItem[]::new));
    }

    private static int keepTimes(List<PreparedLineItem> items, CapScope scope) {
        return items.stream()
                .mapToInt(item -> item.keepTimes(scope))
                .max()
                .orElse(FrequencyCapPolicy.LEAST_KEPT_TIMES);
    }

    public static PreparedCatalogue compile(OrgCatalogue source) {
        return new PreparedCatalogue(source);
    }

    private static Map<CampaignId, FrequencyAdvance> campaignAdvances(
            List<PreparedLineItem> items) {
        Map<CampaignId, FrequencyAdvance> advances = new HashMap<>();
        for (PreparedLineItem item : items) {
            CampaignId id = item.campaign().id();
            advances.merge(
                    id,
                    new FrequencyAdvance(
                            CapScope.CAMPAIGN, id.value(), item.keepTimes(CapScope.CAMPAIGN)),
                    (one, other) -> one.keepTimes() < other.keepTimes() ? other : one);
        }
        return Map.copyOf(advances);
    }

    /// The snapshot that it was compiled from.
    public OrgCatalogue source() {
        return source;
    }

    /// True if a decision about the ad unit can need a conversation's counters.
    ///
    /// @param ofKey application of the key that asks; null for a key without one
    public boolean needsConversation(
            AdUnit adUnit, AdFormat format, @Nullable ApplicationId ofKey) {
        return source.adLoad(adUnit, ofKey).needsCounters()
                || active.hasConversationCaps(adUnit.code(), format);
    }

    /// True if a decision about the ad unit can need the subscriber's counters.
    public boolean needsCounters(String adUnitCode, AdFormat format) {
        return active.needsCounters(adUnitCode, format);
    }

    /// The counters of a subscriber that a fetch of the creative advances.
    public List<FrequencyAdvance> advances(
            AdUnit adUnit, PreparedLineItem item, CreativeId creativeId) {
        List<FrequencyAdvance> advances = new ArrayList<>();
        advances.add(item.advance());
        advances.add(requireNonNull(campaignToAdvance.get(item.campaign().id()), "no campaign"));
        advances.add(new FrequencyAdvance(CapScope.AD_UNIT, adUnit.id().value(), adUnitKeepTimes));
        advances.add(item.advance(creativeId));
        if (advertiserCapped) {
            advances.add(
                    new FrequencyAdvance(
                            CapScope.ADVERTISER, item.advertiser().key(), advertiserKeepTimes));
        }
        return advances;
    }

    /// The counters of a conversation that a fetch of the line item advances, that of its ads
    /// first; none without a conversation.
    public List<FrequencyAdvance> advances(PreparedLineItem item, ConversationView view) {
        String conversation = view.conversation();
        return conversation == null
                ? List.of()
                : conversationAdvances.of(item, conversation, view.turn());
    }

    /// The blocks on the ad unit. Worked out once for each list of blocks, and found in a map from
    /// then on.
    ///
    /// @param ofKey application of the key that asks; null for a key without one
    public BlockedHere blocked(AdUnit adUnit, @Nullable ApplicationId ofKey) {
        return placeToBlocked.computeIfAbsent(
                new Place(adUnit.code(), ofKey), _ -> compiled(source.blocked(adUnit, ofKey)));
    }

    private BlockedHere compiled(Blocked blocked) {
        return blocked.isEmpty()
                ? BlockedHere.NOTHING
                : blockedToCompiled.computeIfAbsent(
                        blocked, one -> new BlockedHere(one, all, active));
    }

    /// Every line item of the org, whatever its status.
    public List<PreparedLineItem> all() {
        return all;
    }

    /// A line item of the org, whatever its status.
    public Optional<PreparedLineItem> item(LineItemId id) {
        return Optional.ofNullable(idToItem.get(id));
    }

    /// The active line items, by priority.
    public ActiveLineItems active() {
        return active;
    }

    /// The shadow line items of active campaigns, by priority, with numbers of their own: no other
    /// choice sees them.
    public ActiveLineItems shadows() {
        return shadows;
    }

    /// The place of a fetch.
    private record Place(String adUnitCode, @Nullable ApplicationId ofKey) {}
}
