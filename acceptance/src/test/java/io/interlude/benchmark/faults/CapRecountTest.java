package io.interlude.benchmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapRecountTest {
    private static final Instant START = Instant.parse("2026-06-10T12:00:00Z");

    private final CapRecount recount = new CapRecount(2, Duration.ofSeconds(5));

    private static List<JournaledAd> served(String subscriber, double... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(second ->
                        new JournaledAd(
                                "f" + second,
                                subscriber,
                                "li",
                                START.plusMillis(Math.round(1_000 * second))))
                .toList();
    }

    @Test
    void aPlaceIsFreeExactlyAWindowLater() {
        assertThat(recount.broken(served("ann", 0, 1, 5, 6))).isEmpty();
    }

    @Test
    void tooManyInAnyWindowAreFound() {
        assertThat(recount.broken(served("ann", 0, 3, 4.999, 8.1)))
                .extracting(JournaledAd::fetchId)
                .containsExactly("f4.999");
    }

    @Test
    void theOrderOfTheJournalDoesNotMatter() {
        assertThat(recount.broken(served("ann", 4, 0, 3))).hasSize(1);
    }

    @Test
    void nobodyHasNoCap() {
        assertThat(recount.broken(served("", 0, 1, 2, 3))).isEmpty();
    }
}
