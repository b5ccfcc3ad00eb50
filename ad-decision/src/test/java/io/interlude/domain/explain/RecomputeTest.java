package io.interlude.domain.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.RandomDecisions;
import io.interlude.domain.selection.RandomShadows;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecomputeTest {
    private static final int DECISIONS = 50;

    static LongStream seeds() {
        return LongStream.range(100, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void recordGivesTheSameDecision(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed);
        OrgCatalogue catalogue = decisions.catalogue(25);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        for (int i = 0; i < DECISIONS; i++) {
            RecordedDecision recorded = decide(decisions, catalogue, prepared, i);

            Recomputation again = Recompute.of(recorded, prepared);

            assertThat(again.complete()).isTrue();
            assertThat(again.differences()).as("seed %d, %d", seed, i).isEmpty();
            assertThat(RecordedOutcome.of(again.outcome())).isEqualTo(recorded.outcome());
            assertThat(again.outcome().verdicts()).isEqualTo(recorded.verdicts());
            assertThat(again.outcome().candidates().heldOut())
                    .isEqualTo(recorded.state().heldOut());
        }
    }

    /// With values, floors, goals and rates.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void tenThousandDecisionsByValueAreTheSameAgain(long seed) {
        int made = 0;
        long valued = 0;
        long heldOut = 0;
        for (int round = 0; made < 1_000; round++) {
            RandomDecisions decisions = new RandomDecisions(1_000 * seed + round, true);
            OrgCatalogue catalogue = decisions.catalogue(round % 10 == 0 ? 250 : 25);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            for (int i = 0; i < DECISIONS; i++, made++) {
                RecordedDecision recorded = decide(decisions, catalogue, prepared, i);

                Recomputation again = Recompute.of(recorded, prepared);

                assertThat(again.differences()).as("seed %d, %d, %d", seed, round, i).isEmpty();
                heldOut += recorded.state().heldOut().size();
                valued += recorded.verdicts().stream().filter(v -> v.valuation() != null).count();
            }
        }
        assertThat(valued).isGreaterThan(500);
        assertThat(heldOut).isPositive();
    }

    /// Whatever shared the winner's rank, capped, valued or held out.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordGivesTheSameShadows(boolean valued) {
        int wins = 0;
        for (long seed = 0; seed < 40; seed++) {
            RandomDecisions decisions = new RandomDecisions(seed, valued);
            OrgCatalogue catalogue = RandomShadows.catalogue(decisions, seed % 10 == 0 ? 250 : 25);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            for (int i = 0; i < DECISIONS; i++) {
                RecordedDecision recorded = decide(decisions, catalogue, prepared, i);

                Recomputation again = Recompute.of(recorded, prepared);

                assertThat(again.differences()).as("seed %d, %d", seed, i).isEmpty();
                assertThat(again.outcome().candidates().shadows()).isEqualTo(recorded.shadows());
                wins += recorded.shadows().size();
            }
        }
        assertThat(wins).isGreaterThan(200);
    }

    @Test
    void saysWhichShadowDiffers() {
        int missed = 0;
        for (int seed = 0; seed < 200; seed++) {
            RandomDecisions decisions = new RandomDecisions(seed);
            OrgCatalogue catalogue = RandomShadows.catalogue(decisions, 25);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            RecordedDecision recorded = decide(decisions, catalogue, prepared, seed);
            for (ShadowWin win : recorded.shadows()) {
                ShadowWin dearer =
                        new ShadowWin(
                                win.campaignId(),
                                win.lineItemId(),
                                new Money(win.spend().amountMicros() + 1, win.spend().currency()),
                                win.relevance(),
                                win.valuation());

                assertThat(Recompute.of(with(recorded, dearer), prepared).differences())
                        .extracting(Difference::what)
                        .contains(win.lineItemId().value());
                missed += Recompute.of(with(recorded), prepared).differences().size();
            }
        }
        assertThat(missed).isPositive();
    }

    private static RecordedDecision with(RecordedDecision recorded, ShadowWin... shadows) {
        return new RecordedDecision(
                recorded.adUnitId(),
                recorded.adUnitCode(),
                recorded.applicationId(),
                recorded.format(),
                recorded.attributes(),
                recorded.decidedAt(),
                recorded.catalogueRevision(),
                recorded.seed(),
                recorded.verdicts(),
                recorded.state(),
                recorded.outcome(),
                List.of(shadows));
    }

    private static RecordedDecision decide(
            RandomDecisions decisions,
            OrgCatalogue catalogue,
            PreparedCatalogue prepared,
            int seed) {
        SelectionInput input = RandomDecisions.withheldAtTimes(decisions.input(catalogue), seed);
        SelectionOutcome outcome =
                Selection.decide(prepared, input, decisions.state(), new SplittableRandom(seed));
        return RecordedDecision.of(prepared, null, input, seed, outcome);
    }

    /// Epochs of rotations ended sooner then.
    @Test
    void recordOfBeforeEpochsHadALeastLengthGivesTheSameDecision() {
        int different = 0;
        for (int seed = 0; seed < 20; seed++) {
            RandomDecisions decisions = new RandomDecisions(seed);
            OrgCatalogue catalogue = decisions.catalogue(25);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            for (int i = 0; i < DECISIONS; i++) {
                SelectionInput input = decisions.input(catalogue);
                ServingState state = decisions.state();
                SelectionOutcome before =
                        Selection.decide(
                                prepared, input, new OfBefore(state), new SplittableRandom(i));
                SelectionOutcome now =
                        Selection.decide(prepared, input, state, new SplittableRandom(i));
                different += RecordedOutcome.of(before).equals(RecordedOutcome.of(now)) ? 0 : 1;

                Recomputation again =
                        Recompute.of(
                                RecordedDecision.of(prepared, null, input, i, before), prepared);

                assertThat(again.differences()).as("seed %d, %d", seed, i).isEmpty();
            }
        }
        assertThat(different).isPositive();
    }

    private record OfBefore(ServingState state) implements ServingState {
        @Override
        public Spent spent(LineItemId lineItemId, long epochDay) {
            return state.spent(lineItemId, epochDay);
        }

        @Override
        public Engagement engagement(CreativeId creativeId) {
            return state.engagement(creativeId);
        }

        @Override
        public long epochFetches() {
            return 0;
        }
    }

    /// Nothing behind the first priority with a contender was looked at in a suppressed moment
    /// then.
    @Test
    void recordOfBeforeSuppressedMomentsWereLookedThroughAgrees() {
        int passedOver = 0;
        for (int seed = 0; seed < 20; seed++) {
            RandomDecisions decisions = new RandomDecisions(seed);
            OrgCatalogue catalogue = decisions.catalogue(25);
            PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
            for (int i = 0; i < DECISIONS; i++) {
                RecordedDecision now = decide(decisions, catalogue, prepared, i);
                List<SelectionVerdict> before = passedOver(catalogue, now.verdicts());
                passedOver += before.equals(now.verdicts()) ? 0 : 1;

                assertThat(Recompute.of(with(now, before), prepared).differences())
                        .as("seed %d, %d", seed, i)
                        .isEmpty();
            }
        }
        assertThat(passedOver).isPositive();
    }

    private static List<SelectionVerdict> passedOver(
            OrgCatalogue catalogue, List<SelectionVerdict> verdicts) {
        int first =
                verdicts.stream()
                        .filter(v -> v.brokenRule() == SelectionRule.APPROPRIATENESS)
                        .mapToInt(v -> priority(catalogue, v))
                        .min()
                        .orElse(Integer.MAX_VALUE);
        return verdicts.stream()
                .map(v ->
                        priority(catalogue, v) > first
                                ? new SelectionVerdict(
                                        v.lineItemId(),
                                        SelectionRule.OUTRANKED,
                                        Double.NaN,
                                        Double.NaN,
                                        null)
                                : v)
                .toList();
    }

    private static int priority(OrgCatalogue catalogue, SelectionVerdict verdict) {
        return catalogue.lineItem(verdict.lineItemId()).orElseThrow().lineItem().priority();
    }

    private static RecordedDecision with(
            RecordedDecision recorded, List<SelectionVerdict> verdicts) {
        return new RecordedDecision(
                recorded.adUnitId(),
                recorded.adUnitCode(),
                recorded.applicationId(),
                recorded.format(),
                recorded.attributes(),
                recorded.decidedAt(),
                recorded.catalogueRevision(),
                recorded.seed(),
                verdicts,
                recorded.state(),
                recorded.outcome(),
                recorded.shadows());
    }

    /// Of line items beyond the verdicts no state is recorded: they must not win.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void recordBeyondItsBoundKeepsTheWinner(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed);
        OrgCatalogue catalogue = decisions.catalogue(900);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        RecordedDecision recorded = decide(decisions, catalogue, prepared, 1);

        Recomputation again = Recompute.of(recorded, prepared);

        assertThat(again.complete())
                .isEqualTo(recorded.verdicts().size() == recorded.state().candidateCount());
        assertThat(again.differences()).as("seed %d", seed).isEmpty();
    }

    @Test
    void refusesACatalogueOfAnotherRevision() {
        RandomDecisions decisions = new RandomDecisions(1);
        OrgCatalogue catalogue = decisions.catalogue(5);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        RecordedDecision recorded = decide(decisions, catalogue, prepared, 1);
        PreparedCatalogue other =
                PreparedCatalogue.compile(
                        OrgCatalogue.compile(
                                catalogue.orgId(),
                                8,
                                new OrgCatalogue.Resources(
                                        List.of(), List.of(), List.of(), List.of(), List.of())));

        assertThatThrownBy(() -> Recompute.of(recorded, other))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysWhatDiffers() {
        RandomDecisions decisions = new RandomDecisions(3);
        OrgCatalogue catalogue = decisions.catalogue(25);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        RecordedDecision recorded =
                IntStream.range(0, 100)
                        .mapToObj(i -> decide(decisions, catalogue, prepared, i))
                        .filter(one -> !one.verdicts().isEmpty())
                        .findFirst()
                        .orElseThrow();
        SelectionVerdict first = recorded.verdicts().getFirst();
        RecordedDecision forged =
                new RecordedDecision(
                        recorded.adUnitId(),
                        recorded.adUnitCode(),
                        recorded.applicationId(),
                        recorded.format(),
                        recorded.attributes(),
                        recorded.decidedAt(),
                        recorded.catalogueRevision(),
                        recorded.seed(),
                        recorded.verdicts().stream()
                                .map(v ->
                                        v.equals(first)
                                                ? new SelectionVerdict(
                                                        v.lineItemId(),
                                                        v.brokenRule(),
                                                        v.relevance(),
                                                        0.123,
                                                        v.spent())
                                                : v)
                                .toList(),
                        recorded.state(),
                        recorded.outcome(),
                        List.of());

        assertThat(Recompute.of(forged, prepared).differences())
                .singleElement()
                .satisfies(found -> assertThat(found.what()).isEqualTo(first.lineItemId().value()));
    }
}
