package io.interlude.fetch.overlay;

import static io.interlude.fetch.harness.LineItems.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.prediction.Predictions;
import io.interlude.fetch.harness.KnownKeys;
import io.interlude.fetch.harness.OneCatalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionCacheTest {
    private final OrgCatalogue catalogue =
            new OneCatalogue()
                    .with(aLineItem("a"), OneCatalogue.card("a", "a1"))
                    .org(KnownKeys.ORG)
                    .orElseThrow();

    private final List<Runnable> aside = new ArrayList<>();
    private Instant now = Instant.parse("2026-06-10T12:00:00Z");
    private Duration cost = Duration.ZERO;
    private final PredictionCache cache =
            new PredictionCache(
                    _ -> {
                        now = now.plus(cost);
                        return List.of();
                    },
                    () -> now,
                    aside::add);

    @Test
    void whatIsCheapIsMadeByTheFetchThatNeedsIt() {
        Predictions first = cache.of(catalogue);
        now = now.plusMillis(249);
        assertThat(cache.of(catalogue)).isSameAs(first);

        now = now.plusMillis(1);

        assertThat(cache.of(catalogue)).isNotSameAs(first);
        assertThat(aside).isEmpty();
    }

    @Test
    void whatTakesLongIsMadeAsideAndSeldom() {
        cost = Duration.ofMillis(100);
        Predictions first = cache.of(catalogue);
        now = now.plusMillis(1_999);
        assertThat(cache.of(catalogue)).isSameAs(first);
        assertThat(aside).isEmpty();

        now = now.plusMillis(1);
        assertThat(cache.of(catalogue)).isSameAs(first);
        assertThat(cache.of(catalogue)).isSameAs(first);
        assertThat(aside).hasSize(1);

        aside.removeFirst().run();
        Predictions next = cache.of(catalogue);
        assertThat(next).isNotSameAs(first);
        now = now.plusMillis(2_000);
        assertThat(cache.of(catalogue)).isSameAs(next);
        assertThat(aside).hasSize(1);
    }
}
