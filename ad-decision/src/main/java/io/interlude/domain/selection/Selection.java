package io.interlude.domain.selection;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Selects the ad for one request: candidates, rules, rank, rotation. A pure decision: the same
/// snapshot, input, state and random numbers give the same outcome.
///
/// Candidates come by priority. As soon as one of a priority breaks no rule, those of later
/// priorities are outranked and not looked at any further. A winner whose campaign holds the
/// subscriber out is noted, and the others are held against the rules once more. Shadows are judged
/// when all else is decided, and change nothing of it.
public final class Selection {
    private final PreparedCatalogue catalogue;
    private final SelectionInput input;
    private final ServingState state;
    private final CandidateCheck check;
    private final CreativeChoice creatives;
    private final Shadows shadows;
    private final RandomGenerator random;
    private Screening screening;

    private Selection(
            PreparedCatalogue catalogue,
            SelectionInput input,
            ServingState state,
            RandomGenerator random) {
        this.catalogue = catalogue;
        this.input = input;
        this.state = state;
        this.check = new CandidateCheck(input, state, catalogue);
        this.creatives = new CreativeChoice(input, state, check);
        this.shadows = new Shadows(catalogue.shadows(), input, check);
        this.random = random;
        this.screening = screen();
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
        String category = check.decliningCategory();
        if (category != null) {
            return suppressed(category);
        }
        while (!screening.contest().isEmpty()) {
            Contender winner = screening.contest().winner(random);
            if (!check.holdOut(winner.item())) {
                return served(winner);
            }
            screening = screen();
        }
        return nothing();
    }

    private Screening screen() {
        return new Screening(catalogue.active(), input, state, check);
    }

    private SelectionOutcome suppressed(String category) {
        List<SelectionVerdict> verdicts = new ArrayList<>();
        for (Contender contender : screening.contest().best()) {
            verdicts.add(contender.verdict(SelectionRule.APPROPRIATENESS));
        }
        CandidateVerdicts candidates = candidates(verdicts, List.of());
        return new SelectionOutcome.NotServed(
                NoFillReason.APPROPRIATENESS_SUPPRESSED,
                category,
                "No ad is appropriate at this moment: " + check.declining() + ".",
                candidates,
                explanation(null, candidates));
    }

    private SelectionOutcome nothing() {
        CandidateVerdicts candidates =
                candidates(new ArrayList<>(), shadows.ahead(null, screening.contest(), random));
        return new SelectionOutcome.NotServed(
                screening.cappedOnly() > 0 ? NoFillReason.FREQUENCY_CAPPED : NoFillReason.NO_DEMAND,
                null,
                screening.describe(),
                candidates,
                explanation(null, candidates));
    }

    private SelectionOutcome served(Contender winner) {
        CreativeChoice.Chosen chosen = creatives.choose(winner, random);
        List<SelectionVerdict> verdicts = new ArrayList<>();
        verdicts.add(chosen.verdict());
        for (Contender contender : screening.contest().best()) {
            if (contender.number() != winner.number()
                    && verdicts.size() < SelectionOutcome.LARGEST_VERDICTS) {
                verdicts.add(contender.verdict(SelectionRule.OUTRANKED));
            }
        }
        CandidateVerdicts candidates =
                candidates(verdicts, shadows.ahead(winner, screening.contest(), random));
        return new SelectionOutcome.Served(
                winner.item(),
                chosen.creative(),
                chosen.stamp(),
                chosen.engagements(),
                candidates,
                explanation(winner.item(), candidates));
    }

    /// These verdicts, then those on the candidates that did not contend.
    private CandidateVerdicts candidates(List<SelectionVerdict> contenders, List<ShadowWin> ahead) {
        contenders.addAll(
                screening.ruledOut(SelectionOutcome.LARGEST_VERDICTS - contenders.size()));
        return new CandidateVerdicts(
                contenders,
                screening.candidateCount(),
                screening.heldByCap(),
                check.heldOut(),
                ahead);
    }

    /// Of the line items with a verdict, and of others as long as few are told of.
    private List<Disqualification> explanation(
            @Nullable PreparedLineItem winner, CandidateVerdicts candidates) {
        List<Disqualification> told = new ArrayList<>();
        if (!input.explained()) {
            return told;
        }
        Set<LineItemId> judged =
                candidates.kept().stream()
                        .map(SelectionVerdict::lineItemId)
                        .collect(Collectors.toSet());
        for (PreparedLineItem item : catalogue.all()) {
            LineItem lineItem = item.lineItem();
            if (lineItem.status() != ServingStatus.SHADOW
                    && (told.size() < SelectionOutcome.EXPLAINED_MAX
                            || judged.contains(lineItem.id()))) {
                told.addAll(Explanation.of(item, input, check, winner));
            }
        }
        return told;
    }
}
