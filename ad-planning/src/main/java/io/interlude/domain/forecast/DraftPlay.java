package io.interlude.domain.forecast;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Plays recorded requests, in the order of their times, against a line item that is not booked.
///
/// The rules are the product's own [Selection], with the line item alone in the catalogue, always
/// in flight and without a budget. If it breaks none, it is held against those that the record says
/// broke none either: by priority, rank and urgency, equals by a draw of their weights. Its
/// frequency caps count what it won before. For one thread.
public final class DraftPlay {
    private static final double LEAST_SIMILARITY = -1;

    /// A line item with a goal that falls behind its plan comes before every value.
    private static final double BEHIND = 1e-9;

    private final OrgCatalogue booked;
    private final LineItem draft;
    private final Campaign campaign;
    private final PreparedCatalogue alone;
    private final ServingState state;
    private final Ranking ranking;
    private final OwnServings servings;
    private final Map<LineItemId, LineItem> rivals = new HashMap<>();

    /// Line items whose recorded relevance is the draft's own.
    private final Set<LineItemId> alike = new HashSet<>();

    /// @param booked the org's catalogue now
    /// @param draft with its campaign and creatives, as it is to be booked
    /// @param period in which it is to be served: what is over by then is no rival
    public DraftPlay(OrgCatalogue booked, Candidate draft, Period period) {
        this.booked = booked;
        this.draft = draft.lineItem();
        this.campaign = draft.campaign();
        this.alone = PreparedCatalogue.compile(booked.withOnly(Draft.opened(draft)));
        this.state = new DraftState(this.draft.id(), this.draft.budget().goal() != null);
        this.ranking = booked.settings().ranking();
        this.servings = new OwnServings(alone, alone.active().item(0));
        for (Candidate candidate : booked.lineItems()) {
            LineItem item = candidate.lineItem();
            if (isRival(candidate, period)) {
                rivals.put(item.id(), item);
            }
            if (RelevancePolicy.needsRelevance(item.context())
                    && RelevancePolicy.sameTopics(item.context(), this.draft.context())) {
                alike.add(item.id());
            }
        }
    }

    private boolean isRival(Candidate candidate, Period period) {
        return !candidate.lineItem().id().equals(draft.id())
                && candidate.lineItem().status() == ServingStatus.ACTIVE
                && candidate.campaign().status() == ServingStatus.ACTIVE
                && period.meets(candidate.lineItem().flight())
                && period.meets(candidate.campaign().flight());
    }

    /// The outcome of one request.
    ///
    /// @param eligible true if the line item passes the rules up to its budget: ad unit, format,
    ///   targeting, blocks and dayparts
    /// @param relevanceUnknown true if its relevance decides, and is not recorded; then it is not
    ///   won
    /// @param won true if it would have been served
    /// @param from the line item that was served instead; null for none, and for one that is no
    ///   rival any more
    public record Played(
            boolean eligible, boolean relevanceUnknown, boolean won, @Nullable LineItemId from) {
        private static final Played OUT = new Played(false, false, false, null);
        private static final Played LOST = new Played(true, false, false, null);
        private static final Played UNKNOWN = new Played(true, true, false, null);
    }

    /// Plays the next request.
    ///
    /// @param subscriber pseudonym of the subscriber; null without one
    public Played play(RecordedDecision recorded, @Nullable String subscriber) {
        OptionalDouble similarity = similarity(recorded);
        SelectionInput plain =
                Recompute.input(
                        recorded,
                        booked,
                        _ -> similarity.orElse(LEAST_SIMILARITY),
                        Set.of(),
                        false);
        SelectionInput input = servings.known(plain, subscriber);
        SelectionOutcome outcome =
                Selection.decide(alone, input, state, new SplittableRandom(recorded.seed()));
        if (outcome.verdicts().isEmpty() || isOut(outcome.verdicts().getFirst())) {
            return Played.OUT;
        }
        SelectionVerdict own = outcome.verdicts().getFirst();
        boolean unknown =
                similarity.isEmpty()
                        && recorded.state().contextUnderstood()
                        && RelevancePolicy.needsRelevance(draft.context());
        if (unknown && own.brokenRule() == SelectionRule.RELEVANCE) {
            return Played.UNKNOWN;
        }
        if (!(outcome instanceof SelectionOutcome.Served served)
                || !beatsAll(own, recorded)
                || isHeldOut(subscriber)) {
            return Played.LOST;
        }
        boolean replaces = recorded.outcome() instanceof RecordedOutcome.Served;
        servings.add(input, subscriber, served.creative().id(), replaces);
        return new Played(true, false, true, loser(recorded));
    }

    /// True if the draft's campaign is kept from the subscriber.
    private boolean isHeldOut(@Nullable String subscriber) {
        return subscriber != null
                && campaign.holdout().holdsOut(campaign.id(), new Subscriber(subscriber));
    }

    private static boolean isOut(SelectionVerdict verdict) {
        SelectionRule rule = verdict.brokenRule();
        return rule != null && rule.compareTo(SelectionRule.BUDGET) < 0;
    }

    private OptionalDouble similarity(RecordedDecision recorded) {
        return recorded.verdicts().stream()
                .filter(verdict -> alike.contains(verdict.lineItemId()))
                .map(SelectionVerdict::knownRelevance)
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElseGet(OptionalDouble::empty);
    }

    /// True if it comes before the best of those that broke no rule and are still booked.
    private boolean beatsAll(SelectionVerdict own, RecordedDecision recorded) {
        SelectionVerdict first = null;
        int equalWeights = 0;
        for (SelectionVerdict other : recorded.verdicts()) {
            LineItem rival = rivals.get(other.lineItemId());
            if (rival == null || !contended(other)) {
                continue;
            }
            if (first == null) {
                first = other;
                int byPriority = Integer.compare(draft.priority(), rival.priority());
                int order = byPriority == 0 ? compare(own, other) : byPriority;
                if (order != 0) {
                    return order < 0;
                }
            }
            if (compare(first, other) == 0) {
                equalWeights += rival.weight();
            }
        }
        return first == null
                || new SplittableRandom(recorded.seed()).nextInt(equalWeights + draft.weight())
                        < draft.weight();
    }

    /// Those of later priorities than the winner's were not looked at: they have no urgency.
    private static boolean contended(SelectionVerdict verdict) {
        return (verdict.brokenRule() == null || verdict.brokenRule() == SelectionRule.OUTRANKED)
                && verdict.knownUrgency().isPresent();
    }

    private int compare(SelectionVerdict one, SelectionVerdict other) {
        int byRank = Double.compare(other.rank(ranking), one.rank(ranking));
        return byRank == 0 ? Double.compare(other.urgency(), one.urgency()) : byRank;
    }

    private @Nullable LineItemId loser(RecordedDecision recorded) {
        return switch (recorded.outcome()) {
            case RecordedOutcome.Served served ->
                    rivals.containsKey(served.lineItemId()) ? served.lineItemId() : null;
            case RecordedOutcome.NotServed _ -> null;
        };
    }

    /// @param behind true if it counts as behind a goal
    private record DraftState(LineItemId id, boolean behind) implements ServingState {
        private DraftState {
            requireNonNull(id, "id is null");
        }

        @Override
        public Spent spent(LineItemId lineItemId, long epochDay) {
            return Spent.NOTHING;
        }

        @Override
        public Engagement engagement(CreativeId creativeId) {
            return Engagement.NONE;
        }

        @Override
        public double behind(LineItemId lineItemId) {
            return behind && lineItemId.equals(id) ? BEHIND : 0;
        }
    }
}
