package io.interlude.domain.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrequencyFoldTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void firstFetchStartsItsCounters() {
        // when
        SubscriberCounters after =
                FrequencyFold.advance(
                        SubscriberCounters.NONE,
                        List.of(lineItem("a", 3), new FrequencyAdvance(CapScope.AD_UNIT, "a", 3)),
                        NOON,
                        7);

        // then
        assertThat(after)
                .isEqualTo(
                        new SubscriberCounters(
                                7,
                                List.of(
                                        counter(CapScope.LINE_ITEM, "a", 1, NOON),
                                        counter(CapScope.AD_UNIT, "a", 1, NOON))));
    }

    @Test
    void appliedOffsetChangesNothing() {
        SubscriberCounters before =
                FrequencyFold.advance(SubscriberCounters.NONE, List.of(lineItem("a", 3)), NOON, 7);

        assertThat(FrequencyFold.advance(before, List.of(lineItem("a", 3)), NOON, 7))
                .isSameAs(before);
        assertThat(FrequencyFold.advance(before, List.of(lineItem("b", 3)), NOON, 6))
                .isSameAs(before);
    }

    @Test
    void fetchWithoutCountersMovesTheAppliedOffsetOnly() {
        SubscriberCounters before =
                FrequencyFold.advance(SubscriberCounters.NONE, List.of(lineItem("a", 3)), NOON, 7);

        SubscriberCounters after = FrequencyFold.advance(before, List.of(), NOON, 9);

        assertThat(after).isEqualTo(new SubscriberCounters(9, before.counters()));
    }

    @Test
    void counterNamedTwiceAdvancesOnce() {
        SubscriberCounters after =
                FrequencyFold.advance(
                        SubscriberCounters.NONE,
                        List.of(lineItem("a", 3), lineItem("a", 3)),
                        NOON,
                        0);

        assertThat(after.counters()).containsExactly(counter(CapScope.LINE_ITEM, "a", 1, NOON));
    }

    @Test
    void aFetchThatIsTakenBackFreesItsPlace() {
        // given
        SubscriberCounters before = SubscriberCounters.NONE;
        for (int fetch = 0; fetch < 4; fetch++) {
            before =
                    FrequencyFold.advance(
                            before, List.of(lineItem("a", 3)), NOON.plusSeconds(fetch), fetch);
        }

        // when
        SubscriberCounters after =
                FrequencyFold.retract(before, List.of(lineItem("a", 3)), NOON.plusSeconds(2));

        // then
        assertThat(after.appliedOffset()).isEqualTo(3);
        assertThat(after.counters())
                .containsExactly(
                        new FrequencyCounter(
                                CapScope.LINE_ITEM,
                                "a",
                                3,
                                List.of(NOON.plusSeconds(1), NOON.plusSeconds(3))));
    }

    @Test
    void aCounterOfNothingIsForgotten() {
        SubscriberCounters before =
                FrequencyFold.advance(SubscriberCounters.NONE, List.of(lineItem("a", 3)), NOON, 0);

        SubscriberCounters after = FrequencyFold.retract(before, List.of(lineItem("a", 3)), NOON);

        assertThat(after).isEqualTo(new SubscriberCounters(0, List.of()));
        assertThat(FrequencyFold.retract(after, List.of(lineItem("a", 3)), NOON)).isEqualTo(after);
    }

    @Test
    void leastRecentlyAdvancedCounterIsDropped() {
        // given
        SubscriberCounters counters = SubscriberCounters.NONE;
        for (int index = 0; index < FrequencyFold.COUNTERS_MAX; index++) {
            counters =
                    FrequencyFold.advance(
                            counters, List.of(lineItem("id-" + index, 1)), NOON, index);
        }
        counters = FrequencyFold.advance(counters, List.of(lineItem("id-0", 1)), NOON, 1_000);

        // when
        counters = FrequencyFold.advance(counters, List.of(lineItem("new", 1)), NOON, 1_001);

        // then
        assertThat(counters.counters())
                .hasSize(FrequencyFold.COUNTERS_MAX)
                .extracting(FrequencyCounter::id)
                .startsWith("new", "id-0")
                .doesNotContain("id-1")
                .contains("id-2");
    }

    private static SubscriberCounters servedIn(
            SubscriberCounters before, String conversation, Instant at) {
        return FrequencyFold.advance(
                before,
                List.of(
                        new FrequencyAdvance(CapScope.CONVERSATION, conversation, 3),
                        new FrequencyAdvance(CapScope.CONVERSATION, conversation + "/turn/1", 1),
                        lineItem("a", 1)),
                at,
                before.appliedOffset() + 1);
    }

    private static List<String> ids(SubscriberCounters counters) {
        return counters.counters().stream().map(FrequencyCounter::id).toList();
    }

    @Test
    void aConversationIsForgottenAsAWholeSomeTimeAfterItsLastAd() {
        Instant last = NOON.plus(FrequencyFold.CONVERSATION_KEPT);
        SubscriberCounters counters = servedIn(SubscriberCounters.NONE, "one", NOON);
        counters = servedIn(counters, "two", NOON.plusMillis(1));

        assertThat(FrequencyFold.known(counters, last)).isSameAs(counters);
        assertThat(ids(FrequencyFold.known(counters, last.plusMillis(1))))
                .containsExactly("two", "two/turn/1", "a");
        assertThat(ids(FrequencyFold.known(counters, last.plusMillis(2)))).containsExactly("a");
        // The next ad in it begins anew, and what is read is what is kept.
        SubscriberCounters next = servedIn(counters, "one", last.plusMillis(1));
        assertThat(ids(next)).containsExactly("one", "one/turn/1", "a", "two", "two/turn/1");
        assertThat(next.counters()).extracting(FrequencyCounter::lifetime).startsWith(1L, 1L, 3L);
    }

    @Test
    void anOldPartOfAConversationStaysWhileTheConversationGoesOn() {
        SubscriberCounters counters = servedIn(SubscriberCounters.NONE, "one", NOON);
        Instant later = NOON.plus(FrequencyFold.CONVERSATION_KEPT);

        counters =
                FrequencyFold.advance(
                        counters,
                        List.of(new FrequencyAdvance(CapScope.CONVERSATION, "one", 3)),
                        later,
                        7);

        assertThat(ids(FrequencyFold.known(counters, later.plusSeconds(1))))
                .containsExactly("one", "one/turn/1", "a");
    }

    @Test
    void manyConversationsLeaveRoomForOtherCounters() {
        SubscriberCounters counters =
                FrequencyFold.advance(
                        SubscriberCounters.NONE, List.of(lineItem("first", 1)), NOON, 0);
        for (int index = 0; index < FrequencyFold.COUNTERS_MAX; index++) {
            counters = servedIn(counters, "talk-" + index, NOON.plusSeconds(index));
        }

        assertThat(ids(counters))
                .hasSize(FrequencyFold.CONVERSATION_COUNTERS_MAX + 2)
                .startsWith("talk-511", "talk-511/turn/1", "a", "talk-510")
                .contains("first", "talk-384", "talk-384/turn/1")
                .doesNotContain("talk-383");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsTheLatestTimesInOrderWhateverOrderTheyComeIn(long seed) {
        // given
        SplittableRandom random = new SplittableRandom(seed);
        int keepTimes = 1 + random.nextInt(20);
        List<Instant> served =
                IntStream.range(0, 1 + random.nextInt(60))
                        .mapToObj(_ -> NOON.plusSeconds(random.nextInt(100)))
                        .toList();

        // when
        SubscriberCounters counters = SubscriberCounters.NONE;
        long offset = 0;
        for (Instant at : served) {
            offset += 1 + random.nextInt(5);
            counters =
                    FrequencyFold.advance(counters, List.of(lineItem("a", keepTimes)), at, offset);
        }

        // then
        List<Instant> sorted = new ArrayList<>(served);
        sorted.sort(null);
        assertThat(counters)
                .isEqualTo(
                        new SubscriberCounters(
                                offset,
                                List.of(
                                        new FrequencyCounter(
                                                CapScope.LINE_ITEM,
                                                "a",
                                                served.size(),
                                                sorted.subList(
                                                        Math.max(0, sorted.size() - keepTimes),
                                                        sorted.size())))));
    }

    @Test
    void fullCountersStaySmallAndNeverGiveRoomBack() {
        // given
        SplittableRandom random = new SplittableRandom(19);
        FrequencyCap cap = new FrequencyCap(200, Duration.ofDays(1), CapScope.LINE_ITEM);
        int counters = 100;
        List<List<Instant>> exact =
                Stream.generate(() -> (List<Instant>) new ArrayList<Instant>())
                        .limit(counters)
                        .toList();
        SubscriberCounters state = SubscriberCounters.NONE;
        Instant now = NOON;

        for (int offset = 0; offset < 40_000; offset++) {
            // when
            int id = random.nextInt(counters);
            now = now.plusMillis(random.nextInt(10_000));
            exact.get(id).add(now);
            FrequencyAdvance advance = lineItem(Integer.toString(id), 200);
            state = FrequencyFold.advance(state, List.of(advance), now, offset);
        }

        // then
        assertThat(
                        state.counters().stream()
                                .mapToInt(counter -> counter.times().size() - counter.repeats())
                                .sum())
                .isLessThanOrEqualTo(FrequencyFold.TIMES_MAX);
        for (FrequencyCounter counter : state.counters()) {
            List<Instant> all = exact.get(Integer.parseInt(counter.id()));
            FrequencyCounter whole =
                    new FrequencyCounter(counter.scope(), counter.id(), all.size(), all);
            assertThat(counter.lifetime()).isEqualTo(all.size());
            for (int hours = 0; hours < 48; hours++) {
                Instant at = now.plus(Duration.ofHours(hours));
                assertThat(FrequencyCapPolicy.used(cap, counter, at))
                        .isGreaterThanOrEqualTo(
                                Math.min(200, FrequencyCapPolicy.used(cap, whole, at)));
            }
            assertThat(FrequencyCapPolicy.hasRoom(cap, counter, now.plus(Duration.ofDays(1))))
                    .isTrue();
        }
    }

    @Test
    void aCounterKeepsNoMoreTimesThanACapCanNeed() {
        SubscriberCounters state = SubscriberCounters.NONE;
        for (int offset = 0; offset < 1_100; offset++) {
            state =
                    FrequencyFold.advance(
                            state,
                            List.of(lineItem("a", Integer.MAX_VALUE)),
                            NOON.plusSeconds(offset),
                            offset);
        }

        assertThat(state.counters().getFirst().times()).hasSize(FrequencyCap.LARGEST_MAX);
    }

    private static FrequencyAdvance lineItem(String id, int keepTimes) {
        return new FrequencyAdvance(CapScope.LINE_ITEM, id, keepTimes);
    }

    private static FrequencyCounter counter(
            CapScope scope, String id, long lifetime, Instant... times) {
        return new FrequencyCounter(scope, id, lifetime, List.of(times));
    }
}
