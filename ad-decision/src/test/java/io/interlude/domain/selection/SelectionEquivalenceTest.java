package io.interlude.domain.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.RotationStamp;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The real selection, which works on sets, against the one that the contract tells.
class SelectionEquivalenceTest {
    private static final int DECISIONS = 60;

    static LongStream seeds() {
        return LongStream.range(0, 120);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void decidesAsOneByOne(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed, seed % 2 == 1);
        OrgCatalogue catalogue = decisions.catalogue(seed % 10 < 2 ? 400 : 25);
        PreparedCatalogue prepared = PreparedCatalogue.compile(catalogue);
        for (int i = 0; i < DECISIONS; i++) {
            SelectionInput input = RandomDecisions.withheldAtTimes(decisions.input(catalogue), i);
            ServingState state = decisions.state();

            NaiveSelection.Answer expected =
                    NaiveSelection.decide(catalogue, input, state, new SplittableRandom(i));
            SelectionOutcome outcome =
                    Selection.decide(prepared, input, state, new SplittableRandom(i));

            assertThat(served(outcome)).as("seed %d, %d", seed, i).isEqualTo(expected.served());
            assertThat(rotation(outcome)).as("seed %d, %d", seed, i).isEqualTo(expected.rotation());
            assertThat(withoutOwnState(outcome.verdicts()))
                    .as("seed %d, %d", seed, i)
                    .isEqualTo(withoutOwnState(expected.verdicts()));
            assertThat(outcome.candidates().candidateCount()).isEqualTo(expected.candidateCount());
            if (outcome instanceof SelectionOutcome.NotServed not
                    && outcome.candidates().complete()
                    && not.reason() != NoFillReason.APPROPRIATENESS_SUPPRESSED) {
                assertThat(not.message()).isEqualTo(message(expected));
            }
        }
    }

    private static String served(SelectionOutcome outcome) {
        return switch (outcome) {
            case SelectionOutcome.Served served -> served.creative().id().value();
            case SelectionOutcome.NotServed not -> not.reason().name();
        };
    }

    private static @Nullable RotationStamp rotation(SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served served ? served.rotation() : null;
    }

    /// A sequence adds what it was reckoned from to the winner's verdict.
    private static List<SelectionVerdict> withoutOwnState(List<SelectionVerdict> verdicts) {
        return verdicts.stream()
                .map(v ->
                        v.brokenRule() == null
                                ? new SelectionVerdict(
                                        v.lineItemId(),
                                        null,
                                        v.relevance(),
                                        v.urgency(),
                                        null,
                                        v.valuation())
                                : v)
                .toList();
    }

    private static String message(NaiveSelection.Answer answer) {
        if (answer.candidateCount() == 0) {
            return "No active line item may fill this ad unit in this format.";
        }
        StringBuilder rules = new StringBuilder();
        for (SelectionRule rule : SelectionRule.values()) {
            long count = answer.verdicts().stream().filter(v -> v.brokenRule() == rule).count();
            if (count > 0) {
                rules.append(rules.isEmpty() ? "" : ", ")
                        .append(rule.wireName())
                        .append(' ')
                        .append(count);
            }
        }
        int count = answer.candidateCount();
        return (count == 1 ? "1 line item was" : count + " line items were")
                + " ruled out: "
                + rules
                + ".";
    }
}
