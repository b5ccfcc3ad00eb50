package io.interlude.manage.simulation;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.simulation.SimulatedRow;
import io.interlude.domain.simulation.Simulation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The findings of a simulation, without what it was made with: that may be large.
///
/// @param requests that were decided again
/// @param actual what happened, rows as JSON
/// @param simulated what would have happened, rows as JSON
/// @param unknownRelevance share of requests, 0 to 1, whose relevance was not known
/// @param notAvailable requests of which the org keeps an outline only
public record SimulationResult(
        long requests,
        List<Map<String, Object>> actual,
        List<Map<String, Object>> simulated,
        double unknownRelevance,
        long notAvailable) {
    /// Rows that are kept of each list, those of the most fetches.
    static final int MOST_ROWS = 1_500;

    private static final int MICROS_PLACES = 6;
    private static final int CLICK_PLACES = 3;

    public SimulationResult {
        actual = List.copyOf(actual);
        simulated = List.copyOf(simulated);
    }

    static SimulationResult of(Simulation simulation) {
        return new SimulationResult(
                simulation.requests(),
                rows(simulation.actual()),
                rows(simulation.simulated()),
                simulation.unknownRelevance(),
                simulation.notAvailable());
    }

    /// By line item and currency.
    private static List<Map<String, Object>> rows(List<SimulatedRow> byCreative) {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        for (SimulatedRow row : byCreative) {
            sums.merge(
                    new Key(row.lineItemId(), row.currency()),
                    new Sum(row.fetches(), row.spentMicros(), row.expectedClicks()),
                    Sum::plus);
        }
        List<Map.Entry<Key, Sum>> most = new ArrayList<>(sums.entrySet());
        most.sort(
                Comparator.comparingLong((Map.Entry<Key, Sum> row) -> row.getValue().fetches())
                        .reversed());
        return most.stream().limit(MOST_ROWS).map(SimulationResult::row).toList();
    }

    private static Map<String, Object> row(Map.Entry<Key, Sum> row) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lineItemId", row.getKey().id().value());
        body.put("fetches", row.getValue().fetches());
        body.put(
                "spend",
                BigDecimal.valueOf(Math.round(row.getValue().micros()), MICROS_PLACES)
                        .toPlainString());
        body.put("currency", row.getKey().currency());
        body.put(
                "expectedClicks",
                BigDecimal.valueOf(row.getValue().clicks())
                        .setScale(CLICK_PLACES, RoundingMode.HALF_EVEN));
        return body;
    }

    private record Key(LineItemId id, String currency) {}

    private record Sum(long fetches, double micros, double clicks) {
        Sum plus(Sum other) {
            return new Sum(fetches + other.fetches, micros + other.micros, clicks + other.clicks);
        }
    }
}
