package io.interlude.fetch.overlay;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Predictions;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One org's predictions, made anew from the aggregator's views at most every [#FRESH_MILLIS]. Safe
/// for use by many threads: one makes them, the others go on with those of before.
///
/// Those of tens of thousands of creatives take a quarter of a second. They are made less often,
/// and beside the threads that serve connections: a fetch goes on with those of before.
final class PredictionCache {
    /// About as long as the aggregation of an event takes.
    private static final long FRESH_MILLIS = 250;

    /// What a fetch may take for them.
    private static final long LONGEST_OWN_MILLIS = 5;

    /// Of the time of one thread, one part in so many goes into predictions.
    private static final long PARTS = 20;

    private final Function<CreativeId, List<OutcomeCell>> outcomes;
    private final InstantSource clock;
    private final Executor aside;
    private final AtomicBoolean making = new AtomicBoolean();
    private volatile @Nullable Made newest;

    /// @param aside where predictions are made that take long
    PredictionCache(
            Function<CreativeId, List<OutcomeCell>> outcomes, InstantSource clock, Executor aside) {
        this.outcomes = outcomes;
        this.clock = clock;
        this.aside = aside;
    }

    Predictions of(OrgCatalogue catalogue) {
        Made known = newest;
        if (known == null) {
            return make(catalogue);
        }
        if (isFresh(known, catalogue) || !making.compareAndSet(false, true)) {
            return known.predictions;
        }
        if (known.tookMillis <= LONGEST_OWN_MILLIS) {
            return makeOnce(catalogue);
        }
        aside.execute(() -> makeOnce(catalogue));
        return known.predictions;
    }

    private boolean isFresh(Made known, OrgCatalogue catalogue) {
        long age = clock.millis() - known.atMillis;
        boolean ofMany = known.tookMillis > LONGEST_OWN_MILLIS;
        return age >= 0
                && age < Math.max(FRESH_MILLIS, PARTS * known.tookMillis)
                && (ofMany || known.revision >= catalogue.revision());
    }

    private Predictions makeOnce(OrgCatalogue catalogue) {
        try {
            return make(catalogue);
        } finally {
            making.set(false);
        }
    }

    private Predictions make(OrgCatalogue catalogue) {
        long startMillis = clock.millis();
        Predictions predictions = OrgPredictions.of(catalogue, outcomes);
        long endMillis = clock.millis();
        newest =
                new Made(
                        predictions,
                        catalogue.revision(),
                        endMillis,
                        Math.max(0, endMillis - startMillis));
        return predictions;
    }

    private record Made(Predictions predictions, long revision, long atMillis, long tookMillis) {}
}
