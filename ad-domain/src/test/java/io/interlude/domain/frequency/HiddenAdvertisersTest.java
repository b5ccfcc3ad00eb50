package io.interlude.domain.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HiddenAdvertisersTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration HIDE_FOR = Duration.ofDays(90);

    private static SubscriberCounters served(
            SubscriberCounters before, String lineItem, long offset) {
        return FrequencyFold.advance(
                before,
                List.of(new FrequencyAdvance(CapScope.LINE_ITEM, lineItem, 16)),
                START,
                offset);
    }

    private static List<String> hidden(SubscriberCounters counters) {
        return new FrequencyView.Counted(counters)
                .counters(CapScope.HIDDEN).stream().map(FrequencyCounter::id).sorted().toList();
    }

    @Test
    void anAdvertiserIsHiddenOnceHoweverOftenItIsSaid() {
        SubscriberCounters once = HiddenAdvertisers.hide(SubscriberCounters.NONE, "acme", START);
        SubscriberCounters again = HiddenAdvertisers.hide(once, "acme", START.minusSeconds(9));

        assertThat(again).isEqualTo(once);
        assertThat(hidden(HiddenAdvertisers.hide(once, "zeta", START)))
                .containsExactly("acme", "zeta");
    }

    @Test
    void aHideEndsAndNothingElseDoes() {
        SubscriberCounters counters =
                HiddenAdvertisers.hide(served(SubscriberCounters.NONE, "li", 0), "acme", START);
        Instant end = START.plus(HIDE_FOR);

        assertThat(HiddenAdvertisers.since(counters, end.minusMillis(1), HIDE_FOR))
                .isSameAs(counters);
        SubscriberCounters after = HiddenAdvertisers.since(counters, end, HIDE_FOR);
        assertThat(hidden(after)).isEmpty();
        assertThat(after.counters()).hasSize(1);
        assertThat(after.appliedOffset()).isZero();
    }

    @Test
    void whatIsServedLaterNeverPushesAHideOut() {
        SubscriberCounters counters =
                HiddenAdvertisers.hide(SubscriberCounters.NONE, "acme", START);
        for (int i = 0; i < 2 * FrequencyFold.COUNTERS_MAX; i++) {
            counters = served(counters, "li-" + i, i);
        }

        assertThat(hidden(counters)).containsExactly("acme");
        assertThat(counters.counters()).hasSize(FrequencyFold.COUNTERS_MAX + 1);
    }

    @Test
    void whatIsServedAndTakenBackLeavesAHide() {
        SubscriberCounters counters =
                HiddenAdvertisers.hide(served(SubscriberCounters.NONE, "li", 0), "acme", START);

        SubscriberCounters after =
                FrequencyFold.retract(
                        counters,
                        List.of(new FrequencyAdvance(CapScope.LINE_ITEM, "li", 16)),
                        START);

        assertThat(hidden(after)).containsExactly("acme");
        assertThat(after.counters()).hasSize(1);
    }

    @Test
    void beyondTheBoundTheOldestShowsAgain() {
        SubscriberCounters counters =
                IntStream.rangeClosed(0, HiddenAdvertisers.HIDDEN_MAX)
                        .boxed()
                        .reduce(
                                SubscriberCounters.NONE,
                                (before, i) ->
                                        HiddenAdvertisers.hide(
                                                before, "a" + i, START.plusSeconds(i)),
                                (_, last) -> last);

        assertThat(hidden(counters))
                .hasSize(HiddenAdvertisers.HIDDEN_MAX)
                .doesNotContain("a0")
                .contains("a1");
    }
}
