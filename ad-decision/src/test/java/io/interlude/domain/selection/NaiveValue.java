package io.interlude.domain.selection;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.RelevancePolicy;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.pacing.Pace;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.suitability.Suitability;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The value of line items, and the moment of the request, as their rules are written, worked out
/// for each anew.
record NaiveValue(
        OrgCatalogue catalogue, SelectionInput input, ServingState state, Set<CampaignId> heldOut) {
    static NaiveValue of(OrgCatalogue catalogue, SelectionInput input, ServingState state) {
        return new NaiveValue(catalogue, input, state, new HashSet<>());
    }

    private boolean byRelevance() {
        return catalogue.settings().ranking() == Ranking.RELEVANCE;
    }

    /// What is compared after priority.
    double first(SelectionVerdict verdict) {
        Valuation valuation = verdict.valuation();
        if (!byRelevance() && valuation != null) {
            return valuation.behind();
        }
        return Double.isNaN(verdict.relevance()) ? Double.NEGATIVE_INFINITY : verdict.relevance();
    }

    /// What is compared after that: nothing among those that are behind a plan.
    double second(SelectionVerdict verdict) {
        Valuation valuation = verdict.valuation();
        return byRelevance() || valuation == null || valuation.behind() > 0
                ? 0
                : valuation.rankedValue();
    }

    @Nullable Valuation valuation(LineItem item, double relevance, Pace pace) {
        if (byRelevance() && input.adUnit().floor() == null) {
            return null;
        }
        Money amount = item.price().amount();
        double units =
                catalogue.settings().exchange().rate(amount.currency())
                        * amount.amountMicros()
                        / 1_000_000;
        int slice = Slice.of(relevance, input.adUnit().code());
        Predictions predictions = state.predictions(catalogue);
        boolean balanced =
                catalogue.settings().ranking() == Ranking.BALANCED && !Double.isNaN(relevance);
        double lift = balanced ? predictions.engagementLift(item.id(), slice) : 1;
        RateKind kind =
                switch (item.price().model()) {
                    case CPC -> RateKind.CLICK;
                    case CPA -> RateKind.CONVERSION;
                    case CPM, FLAT -> null;
                };
        double behind =
                Math.max(
                        state.behind(item.id()), item.budget().goal() == null ? 0 : pace.urgency());
        if (kind == null) {
            double value = units * (item.price().model() == PriceModel.CPM ? 1 : 0) / 1_000;
            return new Valuation(null, lift, behind, value, lift * value);
        }
        Prediction prediction = predictions.lineItem(item.id(), kind, slice);
        return new Valuation(
                prediction,
                lift,
                behind,
                units * prediction.rate(),
                lift * units * prediction.rateInDoubt());
    }

    @Nullable SelectionRule broken(LineItem item, @Nullable Valuation valuation) {
        Money floor = input.adUnit().floor();
        if (valuation == null) {
            return null;
        }
        if (item.price().amount().currency().equals("JPY")) {
            return SelectionRule.CURRENCY;
        }
        if (floor == null || item.price().model() == PriceModel.FLAT) {
            return null;
        }
        double least =
                catalogue.settings().exchange().rate(floor.currency())
                        * floor.amountMicros()
                        / 1_000_000;
        return valuation.value() * 1_000 < least * (1 - 1e-9) ? SelectionRule.FLOOR : null;
    }

    boolean isSuitable(LineItem item) {
        boolean onlyRunOfNetwork =
                input.moment().suitability().unread() == Suitability.Unread.RUN_OF_NETWORK
                        && input.moment().context() instanceof ContextReading.Understood reading
                        && reading.text().extent() == TextReading.Extent.NONE;
        return (!onlyRunOfNetwork || !RelevancePolicy.needsRelevance(item.context()))
                && (!input.moment().child() || item.context().suitableForChildren());
    }

    /// Near enough, in a moment with as much of a need as the publisher asks for.
    boolean isRelevant(LineItem item, double relevance) {
        if (Double.isNaN(relevance)
                || !(input.moment().context() instanceof ContextReading.Understood reading)) {
            return true;
        }
        Double least = input.moment().suitability().need();
        boolean needed = reading.need() == null || least == null || reading.need() >= least;
        return needed
                && relevance
                        >= RelevancePolicy.minRelevance(
                                item.context(), reading.defaultMinRelevance());
    }

    /// Notes a campaign that the subscriber is held out of.
    boolean holdsOut(Campaign campaign) {
        return campaign.holdout().share() > 0
                && input.heldOut().test(campaign)
                && heldOut.add(campaign.id());
    }

    @Nullable SelectionRule unlessHeldOut(Candidate candidate, @Nullable SelectionRule broken) {
        boolean held = broken == null && heldOut.contains(candidate.campaign().id());
        return held ? SelectionRule.HELD_OUT : broken;
    }
}
