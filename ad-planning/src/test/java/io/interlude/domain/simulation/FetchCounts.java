package io.interlude.domain.simulation;

import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Fetches by what was served with them, as a simulation and as the records tell it.
final class FetchCounts {
    private FetchCounts() {}

    /// What a simulation came to.
    static Map<String, Long> of(List<SimulatedRow> rows, Function<SimulatedRow, String> id) {
        return rows.stream()
                .collect(Collectors.toMap(id, SimulatedRow::fetches, Long::sum, TreeMap::new));
    }

    /// What was served, counted by itself.
    static Map<String, Long> of(
            Stream<RecordedDecision> records, Function<RecordedOutcome.Served, String> id) {
        Map<String, Long> served = new TreeMap<>();
        records.forEach(record -> {
            if (record.outcome() instanceof RecordedOutcome.Served one) {
                served.merge(id.apply(one), 1L, Long::sum);
            }
        });
        return served;
    }
}
