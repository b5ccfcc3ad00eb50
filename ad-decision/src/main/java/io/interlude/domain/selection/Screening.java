package io.interlude.domain.selection;

import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Pace;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ActiveLineItems;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.prepared.SpendMeters;
import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Holds the candidates of one request against the rules. What can be known of all of them at once
/// (flight, targeting) is worked out on sets; only what is left is looked at one by one, by
/// priority, and not beyond the first priority that has a contender, unless the moment suppresses
/// all of them. For one thread.
final class Screening {
    private final ActiveLineItems items;
    private final CandidateCheck check;
    private final SpendMeters meters;
    private final long[] candidates;
    private final long[] inFlight;
    private final long[] targeted;
    private final long[] allowed;
    private final long[] suspects;
    private final long[] contending;
    private final Contest contest;

    /// Asked of each line item, so worked out once.
    private final boolean hasAdLoadRoom;

    private final boolean separatesSome;

    private final boolean suitsAll;

    /// The first of those that were looked at and broke a rule.
    private final List<Broken> broken = new ArrayList<>();

    private final Map<SelectionRule, int[]> ruleToCount = new EnumMap<>(SelectionRule.class);
    private int end;
    private int cappedOnly;

    Screening(
            ActiveLineItems items, SelectionInput input, ServingState state, CandidateCheck check) {
        this.items = items;
        this.check = check;
        this.meters = items.meters(state);
        this.candidates = items.candidates(input.adUnit(), input.format());
        this.inFlight = items.inFlight(candidates, input.now());
        this.targeted = items.targeted(inFlight, input.attributes());
        this.allowed = check.blocked().allowed(targeted, input.format());
        this.suspects = items.caps().suspects(input.frequency(), input.conversation());
        this.contending = Bits.none(items.size());
        this.contest = new Contest(items, check.valuer());
        this.hasAdLoadRoom = check.adLoad().excess() == null;
        this.separatesSome = check.adLoad().separatesSome();
        this.suitsAll = check.suitsAll();
        this.end = items.size();
        screen();
    }

    private void screen() {
        for (int number = Bits.next(allowed, 0);
                number >= 0 && number < end;
                number = Bits.next(allowed, number + 1)) {
            judge(number, items.item(number));
        }
    }

    private void judge(int number, PreparedLineItem item) {
        if (items.hasDayparts(number) && !check.isOpen(item)) {
            ruleOut(SelectionRule.DAYPART, Absent.NUMBER, Absent.NUMBER, null, null);
            return;
        }
        Spent spent = null;
        double urgency = 0;
        if (check.isLost(item)) {
            ruleOut(SelectionRule.BUDGET, Absent.NUMBER, 0, null, null);
            return;
        }
        if (items.isBounded(number)) {
            ServingDay day = check.day(item);
            spent = meters.spent(number, day.epochDay());
            urgency = check.paceNumber(item, spent, day);
            if (!Pace.isOpen(urgency)) {
                ruleOut(CandidateCheck.ruleOf(Pace.of(urgency)), Absent.NUMBER, 0, spent, null);
                return;
            }
        }
        enter(number, item, urgency, spent);
    }

    private void enter(int number, PreparedLineItem item, double urgency, @Nullable Spent spent) {
        double relevance = check.relevance(item);
        Valuation valuation = check.valuation(item, relevance, urgency);
        if (check.isHidden(item)) {
            ruleOut(
                    SelectionRule.HIDDEN,
                    relevance,
                    urgency,
                    spent,
                    told(item, relevance, valuation));
            return;
        }
        SelectionRule unlessHeld = brokenUnlessHeld(item, relevance, valuation);
        SelectionRule held = held(number, item);
        if (held != null) {
            cappedOnly += unlessHeld == null ? 1 : 0;
            ruleOut(held, relevance, urgency, spent, told(item, relevance, valuation));
        } else if (unlessHeld != null) {
            ruleOut(unlessHeld, relevance, urgency, spent, told(item, relevance, valuation));
        } else {
            if (check.decliningCategory() == null) {
                end = items.priorityEnd(number);
            }
            Bits.set(contending, number);
            double rank = Valuer.rank(check.valuer().ranking(), relevance, valuation);
            contest.enter(number, rank, relevance, urgency, spent, valuation);
        }
    }

    private @Nullable Valuation told(
            PreparedLineItem item, double relevance, @Nullable Valuation valuation) {
        return valuation == null || broken.size() == SelectionOutcome.LARGEST_VERDICTS
                ? null
                : check.valuer().told(item, relevance, valuation);
    }

    private @Nullable SelectionRule brokenUnlessHeld(
            PreparedLineItem item, double relevance, @Nullable Valuation valuation) {
        if (!suitsAll && !check.isSuitable(item)) {
            return SelectionRule.SUITABILITY;
        }
        if (!check.isRelevant(item, relevance)) {
            return SelectionRule.RELEVANCE;
        }
        SelectionRule ofValue = check.valuer().broken(item, valuation);
        return ofValue == null && check.isHeldOut(item) ? SelectionRule.HELD_OUT : ofValue;
    }

    /// The rule by which what was served before holds the line item back.
    private @Nullable SelectionRule held(int number, PreparedLineItem item) {
        if (Bits.has(suspects, number) && !check.hasFrequencyRoom(item)) {
            return SelectionRule.FREQUENCY_CAP;
        }
        if (!hasAdLoadRoom) {
            return SelectionRule.AD_LOAD;
        }
        return separatesSome && check.isSeparated(item) ? SelectionRule.SEPARATION : null;
    }

    private void ruleOut(
            SelectionRule rule,
            double relevance,
            double urgency,
            @Nullable Spent spent,
            @Nullable Valuation valuation) {
        count(rule, 1);
        if (broken.size() < SelectionOutcome.LARGEST_VERDICTS) {
            broken.add(new Broken(rule, relevance, urgency, spent, valuation));
        }
    }

    private void count(SelectionRule rule, int lineItems) {
        if (lineItems > 0) {
            ruleToCount.computeIfAbsent(rule, _ -> new int[1])[0] += lineItems;
        }
    }

    Contest contest() {
        return contest;
    }

    int candidateCount() {
        return Bits.count(candidates);
    }

    /// How many line items have failed on nothing but what was served before.
    int cappedOnly() {
        return cappedOnly;
    }

    /// Whether what was served before held back any line item, whatever else it would have failed
    /// on.
    boolean heldByCap() {
        return ruleToCount.containsKey(SelectionRule.FREQUENCY_CAP)
                || ruleToCount.containsKey(SelectionRule.AD_LOAD)
                || ruleToCount.containsKey(SelectionRule.SEPARATION);
    }

    /// Verdicts on the candidates that do not contend, in order, at most `most`.
    List<SelectionVerdict> ruledOut(int most) {
        List<SelectionVerdict> verdicts = new ArrayList<>();
        long[] others = Bits.without(candidates, contending);
        int next = 0;
        for (int number = Bits.next(others, 0);
                number >= 0 && verdicts.size() < most;
                number = Bits.next(others, number + 1)) {
            if (number >= end) {
                verdicts.add(unasked(number, SelectionRule.OUTRANKED));
            } else if (!Bits.has(inFlight, number)) {
                verdicts.add(unasked(number, SelectionRule.FLIGHT));
            } else if (!Bits.has(targeted, number)) {
                verdicts.add(unasked(number, SelectionRule.TARGETING));
            } else if (!Bits.has(allowed, number)) {
                verdicts.add(unasked(number, SelectionRule.BLOCKED));
            } else {
                verdicts.add(broken.get(next++).verdict(items.item(number)));
            }
        }
        return verdicts;
    }

    private SelectionVerdict unasked(int number, SelectionRule rule) {
        return SelectionVerdict.unasked(items.item(number).lineItem().id(), rule);
    }

    /// One sentence that says which rules ruled out how many line items, when nothing contends.
    String describe() {
        int sum = candidateCount();
        if (sum == 0) {
            return "No active line item may fill this ad unit in this format.";
        }
        int flying = Bits.count(inFlight);
        count(SelectionRule.FLIGHT, sum - flying);
        int meant = Bits.count(targeted);
        count(SelectionRule.TARGETING, flying - meant);
        count(SelectionRule.BLOCKED, meant - Bits.count(allowed));
        StringJoiner list = new StringJoiner(", ");
        ruleToCount.forEach((rule, count) -> list.add(rule.wireName() + " " + count[0]));
        String subject = sum == 1 ? "1 line item was" : sum + " line items were";
        return subject + " ruled out: " + list + ".";
    }

    private record Broken(
            SelectionRule rule,
            double relevance,
            double urgency,
            @Nullable Spent spent,
            @Nullable Valuation valuation) {
        SelectionVerdict verdict(PreparedLineItem item) {
            return new SelectionVerdict(
                    item.lineItem().id(), rule, relevance, urgency, spent, valuation);
        }
    }
}
