package io.interlude.fetch.overlay;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Predictions;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One org's predictions, made anew from the aggregator's views at most every [#FRESH_MILLIS]. Safe
/// for use by many threads: one makes them, the others go on with those of before.
final class PredictionCache {
    /// About as long as the aggregation of an event takes.
    private static final long FRESH_MILLIS = 250;

    private final Function<CreativeId, List<OutcomeCell>> outcomes;
    private final InstantSource clock;
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable Made newest;

    PredictionCache(Function<CreativeId, List<OutcomeCell>> outcomes, InstantSource clock) {
        this.outcomes = outcomes;
        this.clock = clock;
    }

    Predictions of(OrgCatalogue catalogue) {
        Made known = newest;
        if (known == null) {
            return make(catalogue);
        }
        if (isFresh(known, catalogue) || !making.tryLock()) {
            return known.predictions;
        }
        try {
            return make(catalogue);
        } finally {
            making.unlock();
        }
    }

    private boolean isFresh(Made known, OrgCatalogue catalogue) {
        long age = clock.millis() - known.atMillis;
        return known.revision >= catalogue.revision() && age >= 0 && age < FRESH_MILLIS;
    }

    private Predictions make(OrgCatalogue catalogue) {
        Predictions predictions = OrgPredictions.of(catalogue, outcomes);
        newest = new Made(predictions, catalogue.revision(), clock.millis());
        return predictions;
    }

    private record Made(Predictions predictions, long revision, long atMillis) {}
}
