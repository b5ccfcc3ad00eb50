package io.interlude.domain.forecast;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.forecast.DraftPlay.Played;
import io.interlude.domain.identity.LineItemId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sums what played requests came to. For one thread.
public final class ForecastFold {
    private static final int MOST_SLICES = 1_000;
    private static final int MOST_RIVALS = 100;

    private final DraftPlay play;
    private final Period asked;
    private final double[] requests;
    private final double[] eligible;
    private final double[] won;
    private final Map<Slice, double[]> sliceToSums = new LinkedHashMap<>();
    private final Map<LineItemId, Double> rivalToTaken = new HashMap<>();
    private double eligibleUnknown;
    private long played;
    private long firstMillis = Long.MAX_VALUE;

    /// @param basis from when to when requests are played
    public ForecastFold(DraftPlay play, Period basis) {
        this.play = play;
        this.asked = basis;
        int steps = (int) Math.ceilDiv(basis.millis(), Supply.STEP_MILLIS);
        this.requests = new double[steps];
        this.eligible = new double[steps];
        this.won = new double[steps];
    }

    /// Plays a request of the basis; any other changes nothing.
    ///
    /// @param subscriber pseudonym of the subscriber; null without one
    /// @param weight how many requests it stands for, from 1
    public void add(RecordedDecision recorded, @Nullable String subscriber, double weight) {
        Instant at = recorded.decidedAt();
        long before = asked.to().toEpochMilli() - 1 - at.toEpochMilli();
        if (before < 0 || at.isBefore(asked.from())) {
            return;
        }
        int step = (int) (before / Supply.STEP_MILLIS);
        Played result = play.play(recorded, subscriber);
        double[] sums =
                sliceToSums.computeIfAbsent(
                        slice(recorded.adUnitCode(), recorded.format()), _ -> new double[3]);
        played++;
        firstMillis = Math.min(firstMillis, at.toEpochMilli());
        requests[step] += weight;
        sums[0] += weight;
        if (result.eligible()) {
            eligible[step] += weight;
            sums[1] += weight;
        }
        if (result.relevanceUnknown()) {
            eligibleUnknown += weight;
        }
        if (result.won()) {
            won[step] += weight;
            sums[2] += weight;
        }
        LineItemId from = result.from();
        if (from != null) {
            rivalToTaken.merge(from, weight, Double::sum);
        }
    }

    /// Ad units beyond the most are told together.
    private Slice slice(String adUnit, AdFormat format) {
        Slice own = new Slice(adUnit, format);
        return sliceToSums.containsKey(own) || sliceToSums.size() < MOST_SLICES
                ? own
                : new Slice("(other)", format);
    }

    /// The time that was played: from the first request, if the journal reaches back no further
    /// than that.
    ///
    /// @param whole whether the journal is known to reach back to the start
    public Period basis(boolean whole) {
        Instant from = asked.from();
        return whole || played == 0
                ? asked
                : new Period(
                        Instant.ofEpochMilli(Math.max(firstMillis, from.toEpochMilli())),
                        asked.to());
    }

    /// What to expect.
    ///
    /// @param basis that of [#basis]
    /// @param open the time for which requests are forecast
    /// @param served the part of it in which the line item is in flight
    public Forecast forecast(Period basis, Period open, Period served, Bounds bounds) {
        double coming = during(requests, basis, open).expected();
        double passing = during(eligible, basis, served).expected();
        Supply.Estimate free = during(won, basis, served);
        Supply.Estimate bound = bounds.bounded(free, served);
        double wonSum = sum(won);
        return new Forecast(
                coming,
                passing,
                bound.expected(),
                bound.low(),
                bound.high(),
                share(eligibleUnknown, sum(eligible)),
                slices(coming, passing, bound.expected(), wonSum),
                rivals(share(bound.expected(), wonSum)),
                basis,
                played,
                bounds.missing(free, served));
    }

    /// What is expected in a period; in the basis itself, what came.
    private static Supply.Estimate during(double[] steps, Period basis, Period period) {
        Supply.Estimate estimate =
                new Supply(steps, basis.millis()).during(period, basis.to().toEpochMilli());
        return period.equals(basis) ? estimate.about(sum(steps)) : estimate;
    }

    private List<Forecast.SliceForecast> slices(
            double coming, double passing, double expected, double wonSum) {
        double ofRequests = share(coming, sum(requests));
        double ofEligible = share(passing, sum(eligible));
        double ofWon = share(expected, wonSum);
        List<Forecast.SliceForecast> slices = new ArrayList<>();
        sliceToSums.forEach((slice, sums) ->
                slices.add(
                        new Forecast.SliceForecast(
                                slice.adUnit(),
                                slice.format(),
                                sums[0] * ofRequests,
                                sums[1] * ofEligible,
                                sums[2] * ofWon)));
        slices.sort(
                Comparator.comparingDouble(Forecast.SliceForecast::expected)
                        .thenComparingDouble(Forecast.SliceForecast::requests)
                        .reversed()
                        .thenComparing(Forecast.SliceForecast::adUnit)
                        .thenComparing(Forecast.SliceForecast::format));
        return slices;
    }

    private List<Forecast.Competing> rivals(double scale) {
        return rivalToTaken.entrySet().stream()
                .map(taken -> new Forecast.Competing(taken.getKey(), taken.getValue() * scale))
                .sorted(
                        Comparator.comparingDouble(Forecast.Competing::takes)
                                .reversed()
                                .thenComparing(rival -> rival.lineItemId().value()))
                .limit(MOST_RIVALS)
                .toList();
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    private static double sum(double[] steps) {
        double sum = 0;
        for (double step : steps) {
            sum += step;
        }
        return sum;
    }

    private record Slice(String adUnit, AdFormat format) {}
}
