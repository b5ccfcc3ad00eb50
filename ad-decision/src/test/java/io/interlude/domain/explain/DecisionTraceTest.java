package io.interlude.domain.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.RandomDecisions;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionTraceTest {
    private static final int DECISIONS = 50;

    static LongStream seeds() {
        return LongStream.range(200, 230);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void traceComesToWhatWasDecided(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed);
        OrgCatalogue catalogue = decisions.catalogue(25);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        for (int i = 0; i < DECISIONS; i++) {
            SelectionInput input = decisions.input(catalogue);
            SelectionOutcome outcome =
                    Selection.decide(prepared, input, decisions.state(), new SplittableRandom(i));
            RecordedDecision recorded = RecordedDecision.of(prepared, null, input, i, outcome);
            Recomputation again = Recompute.of(recorded, prepared);

            DecisionTrace trace = DecisionTrace.of(recorded, prepared, again);

            assertThat(trace.candidates())
                    .as("seed %d, %d", seed, i)
                    .extracting(CandidateTrace::verdict)
                    .isEqualTo(recorded.verdicts());
            trace.candidates().forEach(DecisionTraceTest::hasOneBrokenRuleWithItsWords);
            drawAndRotationCameToTheOutcome(trace, recorded);
        }
    }

    private static void hasOneBrokenRuleWithItsWords(CandidateTrace candidate) {
        SelectionRule broken = candidate.verdict().brokenRule();
        assertThat(candidate.rules())
                .filteredOn(rule -> rule.result() == RuleTrace.Result.BROKEN)
                .extracting(RuleTrace::rule)
                .isEqualTo(broken == null ? List.of() : List.of(broken));
        // One that was outranked may not have been looked at, and have broken another rule too.
        assertThat(candidate.rules())
                .filteredOn(rule ->
                        rule.result() == RuleTrace.Result.BROKEN
                                && rule.rule() != SelectionRule.OUTRANKED)
                .allSatisfy(rule -> assertThat(rule.found()).isNotEmpty());
        assertThat(candidate.rules())
                .filteredOn(rule -> rule.result() == RuleTrace.Result.PASSED)
                .allSatisfy(rule ->
                        assertThat(rule.found()).allMatch(found -> found.creativeId() != null));
    }

    private static void drawAndRotationCameToTheOutcome(
            DecisionTrace trace, RecordedDecision recorded) {
        if (!(recorded.outcome() instanceof RecordedOutcome.Served served)) {
            assertThat(trace.draw()).isNull();
            assertThat(trace.rotation()).isNull();
            return;
        }
        DrawTrace draw = trace.draw();
        if (draw != null) {
            assertThat(draw.equals())
                    .filteredOn(one ->
                            one.from() <= draw.drawn() && draw.drawn() < one.from() + one.weight())
                    .extracting(DrawTrace.Weighted::lineItemId)
                    .containsExactly(served.lineItemId());
        }
        RotationTrace rotation = trace.rotation();
        assertThat(rotation).isNotNull();
        assertThat(rotation.creatives().get(rotation.served()).creative().id())
                .isEqualTo(served.creativeId());
        if (rotation.adaptive() != null) {
            assertThat(rotation.adaptive().chosen()).isEqualTo(rotation.served());
        }
    }
}
