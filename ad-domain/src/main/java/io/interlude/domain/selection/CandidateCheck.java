package io.interlude.domain.selection;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.pacing.Pace;
import org.jspecify.annotations.Nullable;

/// Holds candidates against the rules for one request. The order of the rules is the order of
/// [SelectionRule]; each predicate here is one rule, for a decision and for its explanation alike.
/// For one thread.
final class CandidateCheck {
    private final SelectionInput input;
    private final ServingState state;
    private final long nowMillis;
    private int cappedOnly;

    CandidateCheck(SelectionInput input, ServingState state) {
        this.input = input;
        this.state = state;
        this.nowMillis = input.now().toEpochMilli();
    }

    /// Judges an active line item of the ad unit and format: a contender, or the first rule that it
    /// breaks.
    Judgement judge(PreparedLineItem item) {
        if (!item.inFlight(input.now())) {
            return Judgement.BROKEN_FLIGHT;
        }
        if (!item.targeting().holds(input.attributes())) {
            return Judgement.BROKEN_TARGETING;
        }
        if (!isOpen(item)) {
            return Judgement.BROKEN_DAYPART;
        }
        Pace pace = pace(item);
        if (!pace.open()) {
            return ruleOf(pace) == SelectionRule.PACING
                    ? Judgement.BROKEN_PACING
                    : Judgement.BROKEN_BUDGET;
        }
        double relevance = relevance(item);
        boolean relevant = isRelevant(item, relevance);
        if (!hasFrequencyRoom(item)) {
            cappedOnly += relevant ? 1 : 0;
            return new Judgement.Broken(SelectionRule.FREQUENCY_CAP, relevance, pace.urgency());
        }
        return relevant
                ? new Judgement.Contender(item, relevance, pace.urgency())
                : new Judgement.Broken(SelectionRule.RELEVANCE, relevance, pace.urgency());
    }

    /// How many line items have failed on nothing but their frequency cap.
    int cappedOnly() {
        return cappedOnly;
    }

    boolean isOpen(PreparedLineItem item) {
        return item.day(input.now()).isOpen(nowMillis);
    }

    Pace pace(PreparedLineItem item) {
        if (!input.lost().isEmpty() && input.lost().contains(item.lineItem().id())) {
            return Pace.NO_ROOM;
        }
        if (!item.pacing().bounded()) {
            return Pace.NO_PLAN;
        }
        ServingDay day = item.day(input.now());
        return item.pacing()
                .pace(state.spent(item.lineItem().id(), day.epochDay()), day, nowMillis);
    }

    static SelectionRule ruleOf(Pace pace) {
        return pace.standing() == Pace.Standing.AHEAD ? SelectionRule.PACING : SelectionRule.BUDGET;
    }

    /// Whether no cap on the line item as a whole, and not every creative, is used up.
    boolean hasFrequencyRoom(PreparedLineItem item) {
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

    private String scopeId(FrequencyCap cap, PreparedLineItem item) {
        return switch (cap.scope()) {
            case LINE_ITEM -> item.lineItem().id().value();
            case CAMPAIGN -> item.campaign().id().value();
            case AD_UNIT -> input.adUnit().id().value();
            case CREATIVE -> throw new IllegalArgumentException("a creative's cap: " + cap);
        };
    }

    private boolean anyCreativeHasRoom(PreparedLineItem item) {
        if (item.creativeCaps().isEmpty()) {
            return true;
        }
        for (CreativeVersion creative : item.creatives(input.format())) {
            if (creativeHasRoom(item, creative)) {
                return true;
            }
        }
        return false;
    }

    boolean creativeHasRoom(PreparedLineItem item, CreativeVersion creative) {
        return firstFullCap(item, creative) == null;
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

    /// Similarity to the context; not a number without one, or where none is needed.
    double relevance(PreparedLineItem item) {
        return item.needsRelevance()
                        && input.context() instanceof ContextReading.Understood understood
                ? understood.similarity().of(item.lineItem().id())
                : Double.NaN;
    }

    boolean isRelevant(PreparedLineItem item, double relevance) {
        return Double.isNaN(relevance) || relevance >= minRelevance(item);
    }

    /// What the similarity must reach; not a number without a context that was read.
    double minRelevance(PreparedLineItem item) {
        return input.context() instanceof ContextReading.Understood understood
                ? item.minRelevance(understood.defaultMinRelevance())
                : Double.NaN;
    }
}
