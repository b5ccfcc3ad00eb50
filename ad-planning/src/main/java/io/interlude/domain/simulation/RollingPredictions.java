package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Predictions;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Predictions from what is known of the recorded fetches at each point of a simulation, reckoned
/// anew after each [#FETCHES] of them. For one thread.
final class RollingPredictions {
    private static final int FETCHES = 1_000;

    /// The latest fetches, whose events are counted.
    private static final int KNOWN_FETCHES = 100_000;

    private static final int FETCH_BYTES = 170;

    private final Map<CreativeId, Sum> creativeToSum = new HashMap<>();
    private final LinkedHashMap<String, Fetch> idToFetch = new LinkedHashMap<>();
    private @Nullable OrgCatalogue catalogue;
    private Predictions predictions = Predictions.NONE;
    private final LongConsumer memory;
    private int age;

    /// @param memory that the fetches are taken from
    RollingPredictions(LongConsumer memory) {
        this.memory = memory;
    }

    void served(String fetchId, CreativeId creative, int slice) {
        sum(creative).add(slice, 1, 0, 0);
        idToFetch.put(fetchId, new Fetch(creative, slice, EnumSet.noneOf(RateKind.class)));
        if (idToFetch.size() > KNOWN_FETCHES) {
            idToFetch.pollFirstEntry();
        } else {
            memory.accept(FETCH_BYTES);
        }
        age++;
    }

    /// Counts an event of a fetch, the first of its kind.
    void event(String fetchId, RateKind kind) {
        Fetch fetch = idToFetch.get(fetchId);
        if (fetch == null || !fetch.events().add(kind)) {
            return;
        }
        switch (kind) {
            case CLICK -> sum(fetch.creative()).add(fetch.slice(), 0, 1, 0);
            case CONVERSION -> sum(fetch.creative()).add(fetch.slice(), 0, 0, 1);
            case ENGAGEMENT -> {
                // Clicks are counted as engagement.
            }
        }
    }

    private Sum sum(CreativeId creative) {
        return creativeToSum.computeIfAbsent(creative, _ -> new Sum(new HashMap<>()));
    }

    Predictions of(OrgCatalogue asked) {
        if (asked != catalogue || age >= FETCHES) {
            catalogue = asked;
            age = 0;
            predictions =
                    OrgPredictions.of(
                            asked,
                            id -> {
                                Sum sum = creativeToSum.get(id);
                                return sum == null ? List.of() : sum.cells();
                            });
        }
        return predictions;
    }

    private record Fetch(CreativeId creative, int slice, Set<RateKind> events) {}

    private record Sum(Map<Integer, long[]> sliceToCounts) {
        void add(int slice, long fetches, long clicks, long conversions) {
            long[] counts = sliceToCounts.computeIfAbsent(slice, _ -> new long[3]);
            counts[0] += fetches;
            counts[1] += clicks;
            counts[2] += conversions;
        }

        List<OutcomeCell> cells() {
            return sliceToCounts.entrySet().stream()
                    .map(entry -> cell(entry.getKey(), entry.getValue()))
                    .toList();
        }

        private static OutcomeCell cell(int slice, long[] counts) {
            return new OutcomeCell(0, slice, counts[0], counts[1], counts[1], counts[2]);
        }
    }
}
