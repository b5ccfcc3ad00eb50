package io.interlude.fetch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentFetchesTest {
    private static final Instant NOON = Instant.parse("2026-06-10T12:00:00Z");

    private Instant now = NOON;
    private final RecentFetches recent = new RecentFetches(() -> now);

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void fetchCountsForAsLongAgainAsItTookToShow() {
        pass(Duration.ofSeconds(3));
        recent.included(NOON);

        pass(Duration.ofMillis(2_999));
        assertThat(recent.count()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        assertThat(recent.count()).isZero();
    }

    @Test
    void fetchCountsForTwoMinutesAtMost() {
        pass(Duration.ofHours(1));
        recent.included(NOON);

        pass(Duration.ofMinutes(2).minusMillis(1));
        assertThat(recent.count()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        assertThat(recent.count()).isZero();
    }

    @Test
    void laterFetchNeverEndsBeforeAnEarlierOne() {
        pass(Duration.ofSeconds(10));
        recent.included(NOON);
        recent.included(NOON.plusSeconds(9));

        pass(Duration.ofSeconds(5));
        assertThat(recent.count()).isEqualTo(2);
        pass(Duration.ofSeconds(5));
        assertThat(recent.count()).isZero();
    }
}
