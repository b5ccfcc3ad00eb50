package io.interlude.domain.selection;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.rotation.WeightedDraw;
import io.interlude.domain.selection.Judgement.Broken;
import io.interlude.domain.selection.Judgement.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Selects the ad for one request: candidates, rules, rank, rotation. A pure decision: the same
/// snapshot, input, state and random numbers give the same outcome.
///
/// Candidates come by priority. As soon as one of a priority breaks no rule, those of later
/// priorities are outranked and not looked at any further.
public final class Selection {
    private final PreparedCatalogue catalogue;
    private final SelectionInput input;
    private final CandidateCheck check;
    private final CreativeChoice creatives;
    private final RandomGenerator random;

    private Selection(
            PreparedCatalogue catalogue,
            SelectionInput input,
            ServingState state,
            RandomGenerator random) {
        this.catalogue = catalogue;
        this.input = input;
        this.check = new CandidateCheck(input, state);
        this.creatives = new CreativeChoice(input, state, check);
        this.random = random;
    }

    /// Decides what to serve.
    ///
    /// @param random where every draw of the decision comes from
    public static SelectionOutcome decide(
            PreparedCatalogue catalogue,
            SelectionInput input,
            ServingState state,
            RandomGenerator random) {
        return new Selection(catalogue, input, state, random).decide();
    }

    private SelectionOutcome decide() {
        PreparedLineItem[] candidates = catalogue.candidates(input.adUnit(), input.format());
        List<Contender> contenders = new ArrayList<>();
        RuledOut ruledOut = new RuledOut();
        for (PreparedLineItem item : candidates) {
            if (!contenders.isEmpty() && precedes(contenders.getFirst(), item)) {
                ruledOut.add(item, Judgement.OUTRANKED);
            } else {
                switch (check.judge(item)) {
                    case Broken broken -> ruledOut.add(item, broken);
                    case Contender contender -> contenders.add(contender);
                }
            }
        }
        if (input.context() instanceof ContextReading.Sensitive sensitive) {
            return suppressed(sensitive, contenders, ruledOut);
        }
        return contenders.isEmpty() ? nothing(ruledOut) : served(contenders, ruledOut);
    }

    private static boolean precedes(Contender contender, PreparedLineItem item) {
        return contender.item().lineItem().priority() < item.lineItem().priority();
    }

    private SelectionOutcome suppressed(
            ContextReading.Sensitive sensitive, List<Contender> contenders, RuledOut ruledOut) {
        List<Verdict> verdicts =
                contenders.stream()
                        .limit(SelectionOutcome.LARGEST_VERDICTS)
                        .map(contender -> contender.verdict(SelectionRule.APPROPRIATENESS))
                        .toList();
        return new SelectionOutcome.NotServed(
                NoFillReason.APPROPRIATENESS_SUPPRESSED,
                "No ad is appropriate at this moment: " + sensitive.category() + ".",
                ruledOut.after(verdicts),
                explanation(null));
    }

    private SelectionOutcome nothing(RuledOut ruledOut) {
        boolean capped = check.cappedOnly() > 0;
        String message =
                ruledOut.isEmpty()
                        ? "No active line item may fill this ad unit in this format."
                        : ruledOut.describe();
        return new SelectionOutcome.NotServed(
                capped ? NoFillReason.FREQUENCY_CAPPED : NoFillReason.NO_DEMAND,
                message,
                ruledOut.after(List.of()),
                explanation(null));
    }

    private SelectionOutcome served(List<Contender> contenders, RuledOut ruledOut) {
        Contender winner = drawBest(contenders);
        CreativeChoice.Chosen chosen = creatives.choose(winner.item(), random);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(winner.served());
        if (contenders.size() <= SelectionOutcome.LARGEST_VERDICTS) {
            contenders.sort(Contender.RANK);
        }
        contenders.remove(winner);
        contenders.stream()
                .limit(SelectionOutcome.LARGEST_VERDICTS - 1)
                .map(contender -> contender.verdict(SelectionRule.OUTRANKED))
                .forEach(verdicts::add);
        return new SelectionOutcome.Served(
                winner.item(),
                chosen.creative(),
                chosen.stamp(),
                ruledOut.after(verdicts),
                explanation(winner));
    }

    /// The contender of the best rank; several of the same rank are drawn from by weight.
    private Contender drawBest(List<Contender> contenders) {
        List<Contender> best = new ArrayList<>();
        for (Contender contender : contenders) {
            int order = best.isEmpty() ? 0 : Contender.RANK.compare(contender, best.getFirst());
            if (order < 0) {
                best.clear();
            }
            if (order <= 0) {
                best.add(contender);
            }
        }
        if (best.size() == 1) {
            return best.getFirst();
        }
        int[] weights = best.stream().mapToInt(c -> c.item().lineItem().weight()).toArray();
        return best.get(WeightedDraw.index(weights, random));
    }

    private List<Disqualification> explanation(@Nullable Contender winner) {
        if (!input.explained()) {
            return List.of();
        }
        return catalogue.all().stream()
                .flatMap(item -> Explanation.of(item, input, check, winner).stream())
                .toList();
    }
}
