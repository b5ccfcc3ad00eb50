package io.interlude.domain.matching;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rotation.CreativeEngagement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Applies corrections to the counts: the sums become what they would be if the events that were
/// taken back had never come.
///
/// Taking one event away may change what another one is: without the first click the second is no
/// repeat, and without the earliest engagement the next one counts. So the events of the fetch are
/// folded anew, once with those that were taken back and once without, and the difference is the
/// correction. A fetch that was taken back takes all of its events with it, also those that come
/// later.
public final class CorrectionFold {
    private CorrectionFold() {}

    /// What a correction of events, or another event of a fetch with corrections, changes.
    ///
    /// @param before the fetch and its events, and which of them were taken back, as they were
    /// @param after the same as they are now
    public static List<Contribution> change(CountedFetch before, CountedFetch after) {
        ContributionSum sum = new ContributionSum(after.served());
        addDifference(sum, after, 1);
        addDifference(sum, before, -1);
        return sum.corrections();
    }

    /// What is taken back of the fetch itself; its events are in [#change].
    ///
    /// @param billedMicros what the fetch cost
    /// @param subscriberHash whom it was served to; null if that is not known
    public static List<Contribution> fetchTakenBack(
            ServedFetch fetch, long billedMicros, @Nullable Long subscriberHash) {
        if (fetch.test()) {
            return List.of();
        }
        CellDimensions dimensions = fetch.dimensions();
        LineItemId lineItemId = new LineItemId(dimensions.lineItemId());
        long epochDay = fetch.servedAt().atZone(fetch.timeZone()).toLocalDate().toEpochDay();
        DaySpend day = new DaySpend(epochDay, -1, -billedMicros);
        List<Contribution> corrections = new ArrayList<>();
        corrections.add(
                new Contribution.ToCorrection(
                        new Contribution.ToCells(
                                dimensions,
                                fetch.price().amount().currency(),
                                fetch.servedAt(),
                                CellCounters.of(CellMetric.FETCHES, -1)
                                        .plus(CellMetric.SPEND_MICROS, -billedMicros))));
        corrections.add(
                new Contribution.ToSpend(
                        dimensions.orgId(),
                        lineItemId,
                        new LineItemSpend(List.of(day), -1, -billedMicros, Map.of())));
        corrections.add(
                new Contribution.ToEngagement(
                        dimensions.orgId(),
                        lineItemId,
                        new CreativeId(dimensions.creativeId()),
                        CreativeEngagement.correction(fetch.rotation(), -1, 0)
                                .withOutcome(MatchingFold.outcome(fetch, -1, CellCounters.NONE))));
        if (subscriberHash != null) {
            corrections.add(
                    new Contribution.ToCorrection(
                            new Contribution.ToReach(
                                    dimensions,
                                    fetch.servedAt(),
                                    ReachSketch.of(subscriberHash, -1))));
        }
        return corrections;
    }

    /// What is taken back of an event that belongs to no fetch.
    ///
    /// @param contributions what the event added, to cells only
    public static List<Contribution> takenBack(List<Contribution> contributions) {
        return contributions.stream()
                .map(Contribution.ToCells.class::cast)
                .<Contribution>map(cells ->
                        new Contribution.ToCorrection(
                                new Contribution.ToCells(
                                        cells.dimensions(),
                                        cells.currency(),
                                        cells.at(),
                                        cells.counters().negated())))
                .toList();
    }

    /// What those that are left count for, less what all count for.
    private static void addDifference(ContributionSum sum, CountedFetch fetch, int sign) {
        MatchingFold.addAll(sum, fetch.served(), fetch.events(false), sign);
        MatchingFold.addAll(sum, fetch.served(), fetch.events(true), -sign);
    }
}
