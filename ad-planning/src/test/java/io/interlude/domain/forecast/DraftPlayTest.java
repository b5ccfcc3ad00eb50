package io.interlude.domain.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.forecast.DraftPlay.Played;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.RandomDecisions;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DraftPlayTest {
    private static final Period PERIOD =
            new Period(
                    RandomDecisions.NOW.minus(Duration.ofDays(10)),
                    RandomDecisions.NOW.plus(Duration.ofDays(10)));
    private static final int SEEDS = 400;
    private static final int DECISIONS = 40;

    /// A booked line item that is played unchanged wins what it won.
    @Test
    void lineItemThatIsBookedWinsWhatItWon() {
        int won = 0;
        int lost = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomDecisions decisions = new RandomDecisions(seed);
            OrgCatalogue catalogue = decisions.catalogue(20);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            for (Candidate draft : unbounded(catalogue)) {
                DraftPlay play = new DraftPlay(catalogue, draft, PERIOD);
                for (int i = 0; i < DECISIONS; i++) {
                    RecordedDecision recorded = decide(decisions, catalogue, prepared, i);
                    Played played = play.play(recorded, null);
                    Optional<SelectionVerdict> own = verdict(recorded, draft);

                    if (own.filter(DraftPlayTest::isUnjudged).isEmpty()) {
                        assertThat(played.eligible())
                                .as("seed %d, %d", seed, i)
                                .isEqualTo(own.filter(DraftPlayTest::isEligible).isPresent());
                    }
                    boolean served = own.filter(it -> it.brokenRule() == null).isPresent();
                    if (!isTie(recorded, draft)) {
                        assertThat(played.won()).as("seed %d, %d", seed, i).isEqualTo(served);
                    }
                    won += played.won() ? 1 : 0;
                    lost += played.eligible() && !played.won() ? 1 : 0;
                }
            }
        }
        assertThat(won).isGreaterThan(200);
        assertThat(lost).isGreaterThan(200);
    }

    private static List<Candidate> unbounded(OrgCatalogue catalogue) {
        return catalogue.lineItems().stream()
                .filter(candidate ->
                        candidate.lineItem().status() == ServingStatus.ACTIVE
                                && candidate.campaign().status() == ServingStatus.ACTIVE
                                && candidate.lineItem().flight().equals(Flight.ALWAYS)
                                && candidate.campaign().flight().equals(Flight.ALWAYS)
                                && candidate.lineItem().budget().equals(Budget.UNLIMITED)
                                && candidate.lineItem().frequencyCaps().isEmpty()
                                && candidate.campaign().frequencyCaps().isEmpty()
                                && !candidate.creatives().isEmpty()
                                && !RelevancePolicy.needsRelevance(candidate.lineItem().context()))
                .toList();
    }

    private static RecordedDecision decide(
            RandomDecisions decisions,
            OrgCatalogue catalogue,
            PreparedCatalogue prepared,
            int seed) {
        SelectionInput input = decisions.input(catalogue);
        SelectionOutcome outcome =
                Selection.decide(prepared, input, decisions.state(), new SplittableRandom(seed));
        return RecordedDecision.of(prepared, null, input, seed, outcome);
    }

    private static Optional<SelectionVerdict> verdict(RecordedDecision recorded, Candidate draft) {
        return recorded.verdicts().stream()
                .filter(verdict -> verdict.lineItemId().equals(draft.lineItem().id()))
                .findFirst();
    }

    /// One of a later priority than the winner's was not held against every rule in the record.
    private static boolean isUnjudged(SelectionVerdict verdict) {
        return verdict.brokenRule() == SelectionRule.OUTRANKED && Double.isNaN(verdict.urgency());
    }

    private static boolean isEligible(SelectionVerdict verdict) {
        SelectionRule rule = verdict.brokenRule();
        return rule == null || rule.compareTo(SelectionRule.BUDGET) >= 0;
    }

    /// Whether a draw decided, or a place that a concurrent fetch took.
    private static boolean isTie(RecordedDecision recorded, Candidate draft) {
        SelectionVerdict own = verdict(recorded, draft).orElse(null);
        if (own == null || recorded.state().lost().contains(own.lineItemId())) {
            return true;
        }
        return recorded.outcome() instanceof RecordedOutcome.Served
                && recorded.verdicts().stream()
                        .filter(other -> !other.equals(own) && !Double.isNaN(other.urgency()))
                        .anyMatch(other ->
                                Double.compare(other.relevance(), own.relevance()) == 0
                                        && other.urgency() == own.urgency());
    }
}
