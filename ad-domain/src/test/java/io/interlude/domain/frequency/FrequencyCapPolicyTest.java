package io.interlude.domain.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrequencyCapPolicyTest {
    private static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private static FrequencyCounter counter(long lifetime, Instant... times) {
        return new FrequencyCounter(CapScope.LINE_ITEM, "li", lifetime, List.of(times));
    }

    @Test
    void neverServedHasRoom() {
        assertThat(
                        FrequencyCapPolicy.hasRoom(
                                new FrequencyCap(1, DAY, CapScope.LINE_ITEM), null, NOW))
                .isTrue();
    }

    @Test
    void windowSlides() {
        FrequencyCap cap = new FrequencyCap(1, DAY, CapScope.LINE_ITEM);
        FrequencyCounter once = counter(1, NOW);

        assertThat(FrequencyCapPolicy.hasRoom(cap, once, NOW)).isFalse();
        assertThat(FrequencyCapPolicy.hasRoom(cap, once, NOW.plus(DAY).minusMillis(1))).isFalse();
        assertThat(FrequencyCapPolicy.hasRoom(cap, once, NOW.plus(DAY))).isTrue();
    }

    @Test
    void countsOnlyTheWindow() {
        FrequencyCap cap = new FrequencyCap(2, DAY, CapScope.LINE_ITEM);
        FrequencyCounter counter = counter(9, NOW.minus(DAY.multipliedBy(2)), NOW.minusSeconds(1));

        assertThat(FrequencyCapPolicy.used(cap, counter, NOW)).isEqualTo(1);
        assertThat(FrequencyCapPolicy.hasRoom(cap, counter, NOW)).isTrue();
    }

    @Test
    void lifetimeCountsEverything() {
        FrequencyCap cap = new FrequencyCap(3, null, CapScope.LINE_ITEM);

        assertThat(FrequencyCapPolicy.hasRoom(cap, counter(2), NOW)).isTrue();
        assertThat(FrequencyCapPolicy.hasRoom(cap, counter(3), NOW)).isFalse();
    }

    @Test
    void longestDurationReachesBackForEver() {
        FrequencyCap cap =
                new FrequencyCap(1, Duration.ofSeconds(Long.MAX_VALUE), CapScope.LINE_ITEM);

        assertThat(FrequencyCapPolicy.hasRoom(cap, counter(1, Instant.EPOCH), NOW)).isFalse();
    }
}
