package io.interlude.domain.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.OutcomeFold;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.selection.RandomDecisions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Predicted rates against what happens, on simulated fetches at rates that nobody knows: a rate of
/// each creative, times a factor by relevance and one by ad unit. A decile has some hundred clicks,
/// so one standard deviation of chance is allowed.
class CalibrationTest {
    private static final int FETCHES = 200_000;
    private static final double[] BANDS = {0.1, 0.3, 0.4, 0.6, 0.8};
    private static final double[] BAND_FACTORS = {0.5, 0.8, 1, 1.3, 1.8};
    private static final String[] UNITS = {"a", "b", "c"};
    private static final double[] UNIT_FACTORS = {0.6, 1, 1.5};

    private record Seen(double predicted, double ownMean, boolean clicked) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void decilesAreRightAndLossIsBelowTheCreativesOwnMean(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OrgCatalogue catalogue = new RandomDecisions(seed + 50).catalogue(80);
        List<CreativeId> creatives =
                catalogue.lineItems().stream()
                        .flatMap(item -> item.creatives().stream().map(c -> c.id()))
                        .sorted(Comparator.comparing(CreativeId::value))
                        .toList();
        Map<CreativeId, Double> rates = new HashMap<>();
        creatives.forEach(id -> rates.put(id, 0.05 * Math.exp(1.2 * random.nextDouble())));
        Map<CreativeId, List<OutcomeCell>> outcomes = new HashMap<>();
        Map<CreativeId, long[]> own = new HashMap<>();
        List<Seen> seen = new ArrayList<>();
        OrgPredictions predictions = OrgPredictions.of(catalogue, _ -> List.of());
        for (int i = 0; i < FETCHES; i++) {
            if (i % 1_000 == 0) {
                predictions =
                        OrgPredictions.of(catalogue, id -> outcomes.getOrDefault(id, List.of()));
            }
            // Some creatives are served often, most rarely.
            int number = (int) (creatives.size() * Math.pow(random.nextDouble(), 2));
            CreativeId id = creatives.get(number);
            int band = random.nextInt(BANDS.length);
            int unit = random.nextInt(UNITS.length);
            int slice = Slice.of(BANDS[band], UNITS[unit]);
            double rate = rates.getOrDefault(id, 0.0) * BAND_FACTORS[band] * UNIT_FACTORS[unit];
            boolean clicked = random.nextDouble() < rate;
            long[] counts = own.computeIfAbsent(id, _ -> new long[2]);
            seen.add(
                    new Seen(
                            predictions.creative(id, RateKind.CLICK, slice).rate(),
                            (counts[1] + 0.5) / (counts[0] + 10.0),
                            clicked));
            counts[0]++;
            counts[1] += clicked ? 1 : 0;
            outcomes.merge(
                    id,
                    List.of(new OutcomeCell(0, slice, 1, clicked ? 1 : 0, clicked ? 1 : 0, 0)),
                    OutcomeFold::sum);
        }
        assertDeciles(seen);
        double loss = seen.stream().mapToDouble(s -> loss(s.predicted(), s.clicked())).sum();
        double ownLoss = seen.stream().mapToDouble(s -> loss(s.ownMean(), s.clicked())).sum();
        assertThat(loss).isLessThan(ownLoss);
    }

    private static void assertDeciles(List<Seen> seen) {
        List<Seen> sorted =
                seen.stream().sorted(Comparator.comparingDouble(Seen::predicted)).toList();
        for (int decile = 0; decile < 10; decile++) {
            List<Seen> part = sorted.subList(decile * FETCHES / 10, (decile + 1) * FETCHES / 10);
            double predicted = part.stream().mapToDouble(Seen::predicted).sum();
            long observed = part.stream().filter(Seen::clicked).count();
            double noise = 1 / Math.sqrt(predicted);
            assertThat(observed / predicted)
                    .as("decile %d", decile)
                    .isBetween(0.9 - noise, 1.1 + noise);
        }
    }

    private static double loss(double predicted, boolean clicked) {
        return -Math.log(clicked ? predicted : 1 - predicted);
    }
}
