package io.interlude.domain.selection;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.AdLoadCheck;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Pace;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.BlockedHere;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds candidates against the rules for one request. The order of the rules is the order of
/// [SelectionRule]; each predicate here is one rule, for a decision and for its explanation alike.
/// For one thread.
final class CandidateCheck {
    private final SelectionInput input;
    private final ServingState state;
    private final BlockedHere blocked;
    private final AdLoadCheck adLoad;
    private final long nowMillis;
    private final Valuer valuer;
    private final @Nullable String decliningCategory;
    private final boolean lacksNeed;

    /// Whether the subscriber hides any advertiser, or may: asked of each line item otherwise.
    private final boolean hidesSome;

    /// Of each campaign that held a winner out, that winner.
    private final Map<CampaignId, LineItemId> heldOut = new LinkedHashMap<>();

    /// Null without a context, and when no ad is appropriate, so that relevance is not asked.
    private final ContextReading.@Nullable Understood understood;

    CandidateCheck(SelectionInput input, ServingState state, PreparedCatalogue catalogue) {
        this.input = input;
        this.blocked = catalogue.blocked(input.adUnit(), input.ofKey());
        this.adLoad =
                new AdLoadCheck(
                        catalogue.source().adLoad(input.adUnit(), input.ofKey()),
                        input.conversation(),
                        input.now());
        this.state = state;
        this.valuer = new Valuer(catalogue.source(), input.adUnit(), state, this::behindGoal);
        this.nowMillis = input.now().toEpochMilli();
        this.decliningCategory = input.moment().decliningCategory();
        this.lacksNeed = input.moment().lacksNeed();
        this.hidesSome =
                switch (input.frequency()) {
                    case FrequencyView.NoSubscriber _ -> false;
                    case FrequencyView.Unreadable unreadable -> unreadable.mayHide();
                    case FrequencyView.Counted counted ->
                            !counted.counters(CapScope.HIDDEN).isEmpty();
                };
        this.understood =
                decliningCategory == null
                                && input.moment().context()
                                        instanceof ContextReading.Understood reading
                        ? reading
                        : null;
    }

    /// Takes note of a winner whose campaign is not served to the subscriber: none of its line
    /// items is.
    ///
    /// @return whether it is one
    boolean holdOut(PreparedLineItem winner) {
        boolean held = wouldHoldOut(winner);
        if (held) {
            heldOut.put(winner.campaign().id(), winner.lineItem().id());
        }
        return held;
    }

    /// Whether its campaign is not served to the subscriber.
    boolean wouldHoldOut(PreparedLineItem item) {
        Campaign campaign = item.campaign();
        return !campaign.holdout().isNone() && input.heldOut().test(campaign);
    }

    boolean isHeldOut(PreparedLineItem item) {
        return !heldOut.isEmpty() && heldOut.containsKey(item.campaign().id());
    }

    /// Those that would have won, but for holdouts, in order.
    List<LineItemId> heldOut() {
        return List.copyOf(heldOut.values());
    }

    boolean isOpen(PreparedLineItem item) {
        return day(item).isOpen(nowMillis);
    }

    ServingDay day(PreparedLineItem item) {
        return item.day(input.now(), nowMillis);
    }

    /// Whether a concurrent fetch took the last place in its budget.
    boolean isLost(PreparedLineItem item) {
        return !input.lost().isEmpty() && input.lost().contains(item.lineItem().id());
    }

    Pace pace(PreparedLineItem item) {
        if (isLost(item)) {
            return Pace.NO_ROOM;
        }
        if (!item.pacing().bounded()) {
            return Pace.NO_PLAN;
        }
        ServingDay day = day(item);
        return Pace.of(paceNumber(item, state.spent(item.lineItem().id(), day.epochDay()), day));
    }

    /// The pace of a line item with a budget, as a number.
    double paceNumber(PreparedLineItem item, Spent spent, ServingDay day) {
        return item.pacing().paceNumber(spent, day, nowMillis);
    }

    static SelectionRule ruleOf(Pace pace) {
        return pace.standing() == Pace.Standing.AHEAD ? SelectionRule.PACING : SelectionRule.BUDGET;
    }

    /// Whether no cap on the line item as a whole, and not every creative, is used up.
    boolean hasFrequencyRoom(PreparedLineItem item) {
        return hasSubscriberRoom(item) && hasConversationRoom(item);
    }

    private boolean hasConversationRoom(PreparedLineItem item) {
        return item.conversationCaps().isEmpty()
                || (!input.conversation().hidesCaps() && firstFullConversationCap(item) == null);
    }

    /// The first used-up cap on the line item in this conversation.
    @Nullable FrequencyCap firstFullConversationCap(PreparedLineItem item) {
        FrequencyCounter counter = conversationCounter(item);
        for (FrequencyCap cap : item.conversationCaps()) {
            if (!FrequencyCapPolicy.hasRoom(cap, counter, input.now())) {
                return cap;
            }
        }
        return null;
    }

    /// What of the line item the conversation had; null when that is nothing or not known.
    @Nullable FrequencyCounter conversationCounter(PreparedLineItem item) {
        String conversation = input.conversation().conversation();
        return conversation != null
                        && input.conversation().counters() instanceof FrequencyView.Counted counted
                ? counted.counter(
                        CapScope.CONVERSATION,
                        ConversationCounters.ofLineItem(conversation, item.lineItem().id()))
                : null;
    }

    private boolean hasSubscriberRoom(PreparedLineItem item) {
        return !item.capped()
                || switch (input.frequency()) {
                    case FrequencyView.NoSubscriber _ -> true;
                    case FrequencyView.Unreadable _ -> false;
                    case FrequencyView.Counted counted ->
                            firstFullCap(item, counted) == null && anyCreativeHasRoom(item);
                };
    }

    /// The first used-up cap on the line item, its campaign or the ad unit.
    @Nullable FrequencyCap firstFullCap(PreparedLineItem item, FrequencyView.Counted counted) {
        for (FrequencyCap cap : item.caps()) {
            if (!FrequencyCapPolicy.hasRoom(
                    cap, counted.counter(cap.scope(), scopeId(cap, item)), input.now())) {
                return cap;
            }
        }
        return null;
    }

    String scopeId(FrequencyCap cap, PreparedLineItem item) {
        return switch (cap.scope()) {
            case LINE_ITEM -> item.lineItem().id().value();
            case CAMPAIGN -> item.campaign().id().value();
            case AD_UNIT -> input.adUnit().id().value();
            case ADVERTISER -> item.advertiser().key();
            case CREATIVE, CONVERSATION, HIDDEN ->
                    throw new IllegalArgumentException("not the line item's alone: " + cap);
        };
    }

    private boolean anyCreativeHasRoom(PreparedLineItem item) {
        if (item.creativeCaps().isEmpty()) {
            return true;
        }
        for (CreativeVersion creative : item.creatives(input.format())) {
            if (mayServe(item, creative)) {
                return true;
            }
        }
        return false;
    }

    /// Whether the creative is not blocked, and none of its caps is used up.
    boolean mayServe(PreparedLineItem item, CreativeVersion creative) {
        return !blocked.isBlocked(creative) && firstFullCap(item, creative) == null;
    }

    /// Whether the subscriber has hidden its advertiser, or may have.
    boolean isHidden(PreparedLineItem item) {
        return hidesSome
                && !(input.frequency() instanceof FrequencyView.Counted counted
                        && hiddenCounter(item, counted) == null);
    }

    /// Since when the subscriber hides its advertiser; null while it does not.
    static @Nullable FrequencyCounter hiddenCounter(
            PreparedLineItem item, FrequencyView.Counted counted) {
        return counted.counter(CapScope.HIDDEN, item.advertiser().key());
    }

    /// Whether an ad of the line item would come too soon after one like it.
    boolean isSeparated(PreparedLineItem item) {
        return adLoad.separates(item.advertiser().key(), item.advertiser().categories());
    }

    AdLoadCheck adLoad() {
        return adLoad;
    }

    BlockedHere blocked() {
        return blocked;
    }

    /// The first used-up cap on the creative.
    @Nullable FrequencyCap firstFullCap(PreparedLineItem item, CreativeVersion creative) {
        if (!(input.frequency() instanceof FrequencyView.Counted counted)) {
            return null;
        }
        for (FrequencyCap cap : item.creativeCaps()) {
            if (!FrequencyCapPolicy.hasRoom(
                    cap, counted.counter(CapScope.CREATIVE, creative.id().value()), input.now())) {
                return cap;
            }
        }
        return null;
    }

    /// The category for which no ad is appropriate; null when one is.
    @Nullable String decliningCategory() {
        return decliningCategory;
    }

    /// That category in words, with the language of what could not be read.
    String declining() {
        return Moment.UNREAD.equals(decliningCategory)
                        && input.moment().context() instanceof ContextReading.Understood reading
                ? Moment.UNREAD + ", " + reading.text().languageInWords()
                : String.valueOf(decliningCategory);
    }

    /// Whether every line item may serve in such a moment.
    boolean suitsAll() {
        return !input.moment().child() && !input.moment().isForRunOfNetworkOnly();
    }

    /// Whether the line item may serve in such a moment at all.
    boolean isSuitable(PreparedLineItem item) {
        return suitsChild(item) && suitsUnread(item);
    }

    boolean suitsChild(PreparedLineItem item) {
        return !input.moment().child() || item.lineItem().context().suitableForChildren();
    }

    boolean suitsUnread(PreparedLineItem item) {
        return !item.needsRelevance() || !input.moment().isForRunOfNetworkOnly();
    }

    /// Similarity to the context; [Absent] without one, or where none is needed.
    double relevance(PreparedLineItem item) {
        return item.needsRelevance() && understood != null
                ? understood.similarity().of(item.lineItem().id())
                : Absent.NUMBER;
    }

    boolean isRelevant(PreparedLineItem item, double relevance) {
        return Absent.is(relevance) || (relevance >= minRelevance(item) && !lacksNeed());
    }

    /// Whether no line item serves that is ranked by relevance, however near it is.
    boolean lacksNeed() {
        return lacksNeed;
    }

    /// What the similarity must reach; [Absent] without a context that was read.
    double minRelevance(PreparedLineItem item) {
        return understood != null
                ? item.minRelevance(understood.defaultMinRelevance())
                : Absent.NUMBER;
    }

    /// What a fetch is worth; null where values do not decide.
    @Nullable Valuation valuation(PreparedLineItem item, double relevance) {
        return valuer.decides() ? valuer.value(item, relevance) : null;
    }

    /// The same of a line item whose pace is known, without what its rate is predicted from.
    @Nullable Valuation valuation(PreparedLineItem item, double relevance, double urgency) {
        return valuer.decides() ? valuer.value(item, relevance, hasGoal(item) ? urgency : 0) : null;
    }

    private double behindGoal(PreparedLineItem item) {
        return hasGoal(item) ? pace(item).urgency() : 0;
    }

    private static boolean hasGoal(PreparedLineItem item) {
        return item.lineItem().budget().goal() != null;
    }

    Valuer valuer() {
        return valuer;
    }

    /// What the line item served and spent before, with the day that its time zone has now.
    Spent spent(PreparedLineItem item) {
        return state.spent(item.lineItem().id(), item.day(input.now()).epochDay());
    }
}
