package io.interlude.domain.prediction;

import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.OutcomeFold;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.outcome.Slice;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Predictions from what came of an org's creatives.
///
/// **Levels.** A creative is shrunk to its line item, that to its campaign, that to the org, each
/// without what is shrunk to it, so that no evidence speaks twice.
///
/// **Forgetting.** As in rotation each epoch counts 0.9 times the next newer one; cells lie in eras
/// of four epochs. An epoch ends by engagements, so a rate that falls to nothing is forgotten as
/// fetches without events add up.
///
/// **Lifts.** Over all creatives, events of a band of relevance or a group of ad units by those
/// that the creatives' rates let expect, both on top of [#LIFT_EVENTS]. What is expected over all
/// bands, or groups, is scaled to what was observed.
///
/// Immutable; safe for use by many threads.
public final class OrgPredictions implements Predictions {
    private static final double LIFT_EVENTS = 20;
    private static final double[] AGE_TO_WEIGHT =
            IntStream.range(0, OutcomeFold.KEPT_ERAS)
                    .mapToDouble(age -> Math.pow(0.9, (double) age * OutcomeCell.EPOCHS))
                    .toArray();

    private final Map<LineItemId, Level> lineItems = new HashMap<>();
    private final Map<CreativeId, Level> creatives = new HashMap<>();
    private final Map<RateKind, double[]> bandLifts = new EnumMap<>(RateKind.class);
    private final Map<RateKind, double[]> groupLifts = new EnumMap<>(RateKind.class);

    private double orgFetches;

    private OrgPredictions() {}

    /// Predicts.
    ///
    /// @param outcomes what came of each creative
    public static OrgPredictions of(
            OrgCatalogue catalogue, Function<CreativeId, List<OutcomeCell>> outcomes) {
        OrgPredictions predictions = new OrgPredictions();
        Map<CreativeId, List<OutcomeCell>> known = new HashMap<>();
        catalogue.lineItems().stream()
                .flatMap(candidate -> candidate.creatives().stream())
                .map(CreativeVersion::id)
                .forEach(id -> known.put(id, outcomes.apply(id)));
        predictions.level(catalogue.lineItems(), known);
        predictions.lift(catalogue.lineItems(), known);
        return predictions;
    }

    private void level(
            Collection<Candidate> candidates, Map<CreativeId, List<OutcomeCell>> outcomes) {
        Tally org = new Tally();
        Map<CampaignId, Tally> campaigns = new HashMap<>();
        Map<LineItemId, Tally> items = new HashMap<>();
        Map<CreativeId, Tally> own = new HashMap<>();
        for (Candidate candidate : candidates) {
            Tally item = new Tally();
            long newest = newestEra(candidate, outcomes);
            for (CreativeVersion creative : candidate.creatives()) {
                Tally tally = new Tally();
                outcomes.getOrDefault(creative.id(), List.of())
                        .forEach(cell -> tally.add(cell, weight(cell, newest)));
                own.put(creative.id(), tally);
                item.add(tally);
            }
            items.put(candidate.lineItem().id(), item);
            campaigns.computeIfAbsent(candidate.campaign().id(), _ -> new Tally()).add(item);
            org.add(item);
        }
        orgFetches = org.fetches();
        for (Candidate candidate : candidates) {
            Tally item = items.get(candidate.lineItem().id());
            Tally campaign = campaigns.get(candidate.campaign().id());
            if (item == null || campaign == null) {
                continue;
            }
            Map<RateKind, Double> itemParents = new EnumMap<>(RateKind.class);
            for (RateKind kind : RateKind.values()) {
                double ofOrg = org.rateWithout(campaign, kind, kind.beforeEvidence());
                itemParents.put(kind, campaign.rateWithout(item, kind, ofOrg));
            }
            lineItems.put(candidate.lineItem().id(), Level.of(item, itemParents, orgFetches));
            for (CreativeVersion creative : candidate.creatives()) {
                Tally tally = own.getOrDefault(creative.id(), new Tally());
                Map<RateKind, Double> parents = new EnumMap<>(RateKind.class);
                itemParents.forEach(
                        (kind, ofItem) -> parents.put(kind, item.rateWithout(tally, kind, ofItem)));
                creatives.put(creative.id(), Level.of(tally, parents, orgFetches));
            }
        }
    }

    private static long newestEra(
            Candidate candidate, Map<CreativeId, List<OutcomeCell>> outcomes) {
        return candidate.creatives().stream()
                .flatMap(creative -> outcomes.getOrDefault(creative.id(), List.of()).stream())
                .mapToLong(OutcomeCell::era)
                .max()
                .orElse(0);
    }

    private static double weight(OutcomeCell cell, long newest) {
        long age = newest - cell.era();
        return age < AGE_TO_WEIGHT.length ? AGE_TO_WEIGHT[(int) age] : 0;
    }

    private void lift(
            Collection<Candidate> candidates, Map<CreativeId, List<OutcomeCell>> outcomes) {
        for (RateKind kind : RateKind.values()) {
            Lift bands = new Lift(Slice.BANDS);
            Lift groups = new Lift(Slice.GROUPS);
            for (Candidate candidate : candidates) {
                long newest = newestEra(candidate, outcomes);
                for (CreativeVersion creative : candidate.creatives()) {
                    double rate = creative(creative.id(), kind).rate();
                    for (OutcomeCell cell : outcomes.getOrDefault(creative.id(), List.of())) {
                        double weight = weight(cell, newest);
                        double expected = weight * cell.fetches() * rate;
                        double observed = weight * cell.events(kind);
                        bands.add(Slice.bandOf(cell.slice()), observed, expected);
                        groups.add(Slice.groupOf(cell.slice()), observed, expected);
                    }
                }
            }
            bandLifts.put(kind, bands.lifts());
            groupLifts.put(kind, groups.lifts());
        }
    }

    /// Rate of a creative, whatever the relevance and the ad unit.
    public Prediction creative(CreativeId id, RateKind kind) {
        return prediction(creatives.get(id), kind, 1, 1);
    }

    /// Rate of a fetch that the creative fills.
    public Prediction creative(CreativeId id, RateKind kind, int slice) {
        return prediction(
                creatives.get(id),
                kind,
                lift(bandLifts, kind, Slice.bandOf(slice)),
                lift(groupLifts, kind, Slice.groupOf(slice)));
    }

    /// Rate of a line item, whatever the relevance and the ad unit.
    public Prediction lineItem(LineItemId id, RateKind kind) {
        return prediction(lineItems.get(id), kind, 1, 1);
    }

    @Override
    public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
        return prediction(
                lineItems.get(id),
                kind,
                lift(bandLifts, kind, Slice.bandOf(slice)),
                lift(groupLifts, kind, Slice.groupOf(slice)));
    }

    @Override
    public Rate rate(LineItemId id, RateKind kind, int slice) {
        Level level = lineItems.get(id);
        Rate before = level == null ? null : level.beforeLifts().get(kind);
        if (before == null) {
            return Predictions.super.rate(id, kind, slice);
        }
        double lifts = lifts(kind, slice);
        double expected = lifts * before.expected();
        return new Rate(expected, Math.max(expected, lifts * before.inDoubt()));
    }

    private double lifts(RateKind kind, int slice) {
        return lift(bandLifts, kind, Slice.bandOf(slice))
                * lift(groupLifts, kind, Slice.groupOf(slice));
    }

    @Override
    public double engagementLift(LineItemId id, int slice) {
        return lift(bandLifts, RateKind.ENGAGEMENT, Slice.bandOf(slice));
    }

    /// Factor for each band of relevance, from none to the highest.
    public List<Double> relevanceLifts(RateKind kind) {
        return IntStream.range(0, Slice.BANDS)
                .mapToObj(band -> lift(bandLifts, kind, band))
                .toList();
    }

    /// Factor of an ad unit.
    public double adUnitLift(RateKind kind, String adUnitCode) {
        return lift(groupLifts, kind, Slice.groupOf(Slice.withoutContext(adUnitCode)));
    }

    private static double lift(Map<RateKind, double[]> lifts, RateKind kind, int place) {
        double[] known = lifts.get(kind);
        return known == null ? 1 : known[place];
    }

    private Prediction prediction(
            @Nullable Level level, RateKind kind, double relevanceLift, double adUnitLift) {
        double parent = level == null ? kind.beforeEvidence() : level.parent(kind);
        return new Prediction(
                Prediction.VERSION,
                level == null ? 0 : level.own().events(kind),
                level == null ? 0 : level.own().fetches(),
                parent,
                relevanceLift,
                adUnitLift,
                orgFetches);
    }

    /// A line item or creative. Its rates are reckoned once: thousands of line items may be
    /// compared by them in each decision.
    ///
    /// @param parents rate of the level above
    private record Level(
            Tally own, Map<RateKind, Double> parents, Map<RateKind, Rate> beforeLifts) {
        static Level of(Tally own, Map<RateKind, Double> parents, double orgFetches) {
            Map<RateKind, Rate> beforeLifts = new EnumMap<>(RateKind.class);
            parents.forEach((kind, parent) ->
                    beforeLifts.put(
                            kind,
                            new Rate(
                                    Prediction.shrunk(own.events(kind), own.fetches(), parent),
                                    Prediction.upper(
                                            own.events(kind), own.fetches(), orgFetches))));
            return new Level(own, parents, beforeLifts);
        }

        double parent(RateKind kind) {
            return parents.getOrDefault(kind, kind.beforeEvidence());
        }
    }

    /// Observed by expected events, by place.
    private static final class Lift {
        private final double[] observed;
        private final double[] expected;

        Lift(int places) {
            observed = new double[places];
            expected = new double[places];
        }

        void add(int place, double seen, double foreseen) {
            observed[place] += seen;
            expected[place] += foreseen;
        }

        /// Relative to all places together: what shrinking takes from a rate is none of a place's.
        double[] lifts() {
            double seen = DoubleStream.of(observed).sum();
            double foreseen = DoubleStream.of(expected).sum();
            double level = seen == 0 || foreseen == 0 ? 1 : seen / foreseen;
            return IntStream.range(0, observed.length)
                    .mapToDouble(
                            i -> (observed[i] + LIFT_EVENTS) / (level * expected[i] + LIFT_EVENTS))
                    .toArray();
        }
    }
}
