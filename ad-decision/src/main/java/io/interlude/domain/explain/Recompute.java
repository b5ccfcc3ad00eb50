package io.interlude.domain.explain;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import io.interlude.domain.selection.Valuation;
import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.RequestAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes a recorded decision again. Relevance and appropriateness are taken from the record, since
/// the context is never kept.
public final class Recompute {
    private static final TextReading UNTOLD =
            new TextReading(TextReading.Extent.FULL, TextReading.UNDETERMINED);

    private final RecordedDecision recorded;
    private final PreparedCatalogue catalogue;
    private final Map<LineItemId, SelectionVerdict> lineItemToVerdict = new HashMap<>();
    private final Set<LineItemId> unknown;

    private Recompute(RecordedDecision recorded, PreparedCatalogue catalogue) {
        this.recorded = recorded;
        this.catalogue = catalogue;
        recorded.verdicts()
                .forEach(verdict -> lineItemToVerdict.put(verdict.lineItemId(), verdict));
        recorded.shadows()
                .forEach(shadow -> lineItemToVerdict.put(shadow.lineItemId(), judged(shadow)));
        this.unknown = unknown();
    }

    /// What a shadow was judged by, in the place where that of a candidate is.
    private static SelectionVerdict judged(ShadowWin shadow) {
        return new SelectionVerdict(
                shadow.lineItemId(),
                null,
                shadow.relevance(),
                Absent.NUMBER,
                null,
                shadow.valuation());
    }

    /// Decides again, and compares.
    ///
    /// @param catalogue the org's at the recorded revision
    public static Recomputation of(RecordedDecision recorded, PreparedCatalogue catalogue) {
        if (catalogue.source().revision() != recorded.catalogueRevision()) {
            throw new IllegalArgumentException(
                    "catalogue is of another revision: " + catalogue.source().revision());
        }
        return new Recompute(recorded, catalogue).decide();
    }

    /// Decides again, and neither compares nor explains.
    ///
    /// @param catalogue the org's at the recorded revision
    public static SelectionOutcome outcome(RecordedDecision recorded, PreparedCatalogue catalogue) {
        return new Recompute(recorded, catalogue).select(false);
    }

    private SelectionOutcome select(boolean explained) {
        return Selection.decide(
                catalogue,
                input(explained),
                RecordedState.of(lineItemToVerdict, recorded),
                new SplittableRandom(recorded.seed()));
    }

    private Recomputation decide() {
        SelectionOutcome again = select(true);
        return new Recomputation(withoutUnknown(again), differences(again), recorded.complete());
    }

    private SelectionInput input(boolean explained) {
        Set<LineItemId> lost = new HashSet<>(recorded.state().lost());
        lost.addAll(unknown);
        return input(recorded, catalogue.source(), this::relevance, lost, explained);
    }

    /// What a recorded decision was made with, under the settings of a catalogue.
    ///
    /// @param similarity of the context, where one was read
    public static SelectionInput input(
            RecordedDecision recorded,
            OrgCatalogue catalogue,
            ContextReading.Similarity similarity,
            Set<LineItemId> lost,
            boolean explained) {
        StateRead state = recorded.state();
        Set<CampaignId> heldOut = heldOut(state, catalogue);
        return new SelectionInput(
                adUnit(recorded, catalogue),
                recorded.applicationId(),
                recorded.format(),
                RequestAttributes.of(recorded.attributes()),
                recorded.decidedAt(),
                state.frequency().view(state.counters()),
                moment(recorded, catalogue, similarity),
                state.conversation().view(state.counters()),
                campaign -> heldOut.contains(campaign.id()),
                lost,
                explained);
    }

    /// The campaigns that the subscriber was held out of, as far as it mattered.
    private static Set<CampaignId> heldOut(StateRead state, OrgCatalogue catalogue) {
        return state.heldOut().stream()
                .flatMap(id -> catalogue.lineItem(id).stream())
                .map(candidate -> candidate.campaign().id())
                .collect(Collectors.toSet());
    }

    /// The ad unit of the decision. A default one may have served before the catalogue had it.
    public static AdUnit adUnit(RecordedDecision recorded, OrgCatalogue catalogue) {
        String code = recorded.adUnitCode();
        return catalogue
                .adUnit(code)
                .orElseGet(() -> new AdUnit(recorded.adUnitId(), code, code, null, Set.of()));
    }

    private static Moment moment(
            RecordedDecision recorded,
            OrgCatalogue catalogue,
            ContextReading.Similarity similarity) {
        StateRead state = recorded.state();
        Suitability suitability =
                catalogue.suitability(adUnit(recorded, catalogue), recorded.applicationId());
        boolean declared = Moment.DECLARED.equals(state.sensitiveCategory());
        return new Moment(context(state, similarity), suitability, declared, state.child());
    }

    /// Records of before the reading was kept tell at least whether there was one.
    private static ContextReading context(StateRead state, ContextReading.Similarity similarity) {
        ContextTrace trace = state.context();
        Double defaultMinRelevance = state.defaultMinRelevance();
        SensitiveCategory category =
                Optional.ofNullable(state.sensitiveCategory())
                        .flatMap(SensitiveCategory::ofLabel)
                        .orElse(null);
        if (trace == null && defaultMinRelevance == null && category == null) {
            return new ContextReading.NoContext();
        }
        return new ContextReading.Understood(
                trace == null ? UNTOLD : trace.text(),
                among -> category != null && among.contains(category) ? category : null,
                similarity,
                trace == null ? null : trace.need(),
                defaultMinRelevance == null ? 0 : defaultMinRelevance,
                trace == null ? "" : trace.embedder());
    }

    private double relevance(LineItemId id) {
        SelectionVerdict verdict = lineItemToVerdict.get(id);
        return verdict == null ? Absent.NUMBER : verdict.relevance();
    }

    /// The line items that depend on what is not recorded of them: shadows that would not have been
    /// served, and what is beyond the verdicts.
    ///
    /// @param catalogue the org's at the recorded revision
    public static Set<LineItemId> untold(RecordedDecision recorded, PreparedCatalogue catalogue) {
        return new Recompute(recorded, catalogue).unknown;
    }

    private Set<LineItemId> unknown() {
        Set<LineItemId> found = new HashSet<>();
        if (recorded.complete() && catalogue.shadows().size() == 0) {
            return found;
        }
        for (Candidate candidate : catalogue.source().lineItems()) {
            LineItem lineItem = candidate.lineItem();
            if ((isShadow(candidate) || !recorded.complete())
                    && !lineItemToVerdict.containsKey(lineItem.id())
                    && dependsOnState(candidate)) {
                found.add(lineItem.id());
            }
        }
        return found;
    }

    private static boolean isShadow(Candidate candidate) {
        return candidate.lineItem().status() == ServingStatus.SHADOW;
    }

    private boolean dependsOnState(Candidate candidate) {
        LineItem lineItem = candidate.lineItem();
        boolean capped =
                !lineItem.frequencyCaps().isEmpty()
                        || !candidate.campaign().frequencyCaps().isEmpty();
        boolean bound =
                isShadow(candidate)
                        ? !candidate.campaign().holdout().isNone()
                        : !lineItem.budget().equals(Budget.UNLIMITED);
        return bound
                || catalogue.source().settings().ranking() != Ranking.RELEVANCE
                || adUnit(recorded, catalogue.source()).floor() != null
                || (capped && recorded.state().frequency() == FrequencyReading.COUNTED)
                || dependsOnConversation(candidate)
                || (recorded.state().contextUnderstood()
                        && RelevancePolicy.needsRelevance(lineItem.context()));
    }

    private boolean dependsOnConversation(Candidate candidate) {
        boolean capped =
                candidate.lineItem().frequencyCaps().stream()
                        .anyMatch(cap -> cap.scope() == CapScope.CONVERSATION);
        return capped && recorded.state().conversation().frequency() == FrequencyReading.COUNTED;
    }

    private SelectionOutcome withoutUnknown(SelectionOutcome outcome) {
        return unknown.isEmpty()
                ? outcome
                : outcome.withDisqualifications(
                        outcome.disqualifications().stream()
                                .filter(found -> !unknown.contains(found.lineItemId()))
                                .toList());
    }

    private List<Difference> differences(SelectionOutcome again) {
        List<Difference> found = new ArrayList<>();
        RecordedOutcome outcome = RecordedOutcome.of(again);
        if (!outcome.equals(recorded.outcome())) {
            found.add(new Difference("outcome", words(recorded.outcome()), words(outcome)));
        }
        List<LineItemId> before = recorded.state().heldOut();
        List<LineItemId> heldOut = again.candidates().heldOut();
        if (recorded.complete() && !heldOut.equals(before)) {
            found.add(new Difference("heldOut", before.toString(), heldOut.toString()));
        }
        if (equalsAreKnown()) {
            compare(again.candidates().shadows(), found);
        }
        Map<LineItemId, SelectionVerdict> recomputed = new HashMap<>();
        again.verdicts().forEach(verdict -> recomputed.put(verdict.lineItemId(), verdict));
        for (SelectionVerdict verdict : recorded.verdicts()) {
            compare(verdict, recomputed.get(verdict.lineItemId()), found);
        }
        return found;
    }

    /// Whether the record has a verdict on all that shared the first rank: shadows of that rank
    /// were drawn against them.
    private boolean equalsAreKnown() {
        if (recorded.complete() || recorded.outcome() instanceof RecordedOutcome.NotServed) {
            return true;
        }
        Ranking ranking = catalogue.source().settings().ranking();
        SelectionVerdict first = recorded.verdicts().getFirst();
        SelectionVerdict last = recorded.verdicts().getLast();
        return recorded.state().heldOut().isEmpty()
                && (Double.compare(first.rank(ranking), last.rank(ranking)) != 0
                        || Double.compare(first.urgency(), last.urgency()) != 0);
    }

    private void compare(List<ShadowWin> again, List<Difference> found) {
        List<ShadowWin> before = recorded.shadows();
        for (ShadowWin shadow : before) {
            if (!again.contains(shadow)) {
                found.add(
                        new Difference(shadow.lineItemId().value(), words(shadow), "no such win"));
            }
        }
        for (ShadowWin shadow : again) {
            if (!before.contains(shadow)) {
                found.add(
                        new Difference(shadow.lineItemId().value(), "no such win", words(shadow)));
            }
        }
    }

    /// In an incomplete record the unknown ones may take the places of verdicts at its end.
    private void compare(
            SelectionVerdict before, @Nullable SelectionVerdict now, List<Difference> found) {
        boolean same = now == null ? !recorded.complete() : now.equals(before);
        if (!same && !wasPassedOver(before)) {
            String nowText = now == null ? "no candidate" : words(now);
            found.add(new Difference(before.lineItemId().value(), words(before), nowText));
        }
    }

    /// In records of versions before, a suppressed moment did not look behind the first priority
    /// that had a contender.
    private boolean wasPassedOver(SelectionVerdict before) {
        return before.brokenRule() == SelectionRule.OUTRANKED
                && recorded.outcome() instanceof RecordedOutcome.NotServed;
    }

    private static String words(RecordedOutcome outcome) {
        return switch (outcome) {
            case RecordedOutcome.Served served ->
                    "line item %s, creative %s, epoch %d, sequence %d"
                            .formatted(
                                    served.lineItemId().value(),
                                    served.creativeId().value(),
                                    served.rotation().epoch(),
                                    served.rotation().sequence());
            case RecordedOutcome.NotServed notServed -> "no ad: " + notServed.reason().wireName();
        };
    }

    private static String words(ShadowWin shadow) {
        Valuation valuation = shadow.valuation();
        return "would be served, relevance %s%s, spend %d micros %s"
                .formatted(
                        shadow.relevance(),
                        valuation == null ? "" : ", value " + valuation.value(),
                        shadow.spend().amountMicros(),
                        shadow.spend().currency());
    }

    private static String words(SelectionVerdict verdict) {
        Spent spent = verdict.spent();
        Valuation valuation = verdict.valuation();
        return "%s, relevance %s, urgency %s%s, spent %s"
                .formatted(
                        verdict.wireName(),
                        verdict.relevance(),
                        verdict.urgency(),
                        valuation == null ? "" : ", value " + valuation.value(),
                        spent == null
                                ? "not asked"
                                : "%d fetches and %d micros of %d and %d, %s"
                                        .formatted(
                                                spent.dayFetches(),
                                                spent.dayMicros(),
                                                spent.lifetimeFetches(),
                                                spent.lifetimeMicros(),
                                                spent.achieved()));
    }
}
