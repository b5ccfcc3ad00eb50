package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FetchEvent.Clicked;
import io.interlude.domain.matching.FetchEvent.Converted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionFoldTest {
    private static final Instant SERVED_AT = Instant.parse("2026-03-01T10:00:00Z");
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE = new LineItemId("line");
    private static final ConversionGoal ONE_SALE = goal("sale", false, Duration.ZERO);

    @Test
    void ofFourPixelsOfOneClickOnePurchaseCounts() {
        assertThat(
                        verdicts(
                                List.of(ONE_SALE),
                                clicked(5),
                                converted("page_view", 6),
                                converted("add_to_cart", 7),
                                converted("sale", 8),
                                converted("sale", 9)))
                .containsExactly(
                        CountingVerdict.NOT_A_GOAL,
                        CountingVerdict.NOT_A_GOAL,
                        CountingVerdict.COUNTED,
                        CountingVerdict.REPEATED);
    }

    @Test
    void withoutAClickOnlyWhatAViewWindowCoversCounts() {
        ConversionGoal viewed = goal("sale", true, Duration.ofSeconds(60));

        assertThat(verdicts(List.of(ONE_SALE), converted("sale", 8)))
                .containsExactly(CountingVerdict.NO_CLICK);
        assertThat(verdicts(List.of(viewed), converted("sale", 60), converted("sale", 61)))
                .containsExactly(CountingVerdict.COUNTED, CountingVerdict.NO_CLICK);
    }

    @Test
    void aConversionCountsAsLongAfterTheLatestClickAsTheWindowSays() {
        ConversionGoal every = goal("sale", true, Duration.ZERO);

        assertThat(
                        verdicts(
                                List.of(every),
                                clicked(10),
                                converted("sale", 9),
                                converted("sale", 110),
                                converted("sale", 111),
                                clicked(50)))
                .containsExactly(
                        CountingVerdict.NO_CLICK, CountingVerdict.COUNTED, CountingVerdict.COUNTED);
        assertThat(verdicts(List.of(every), clicked(10), converted("sale", 111)))
                .containsExactly(CountingVerdict.OUTSIDE_WINDOW);
    }

    @Test
    void theFirstVerdictThatHoldsIsToldOfALateConversion() {
        ConversionGoal viewed = goal("sale", true, Duration.ofSeconds(60));

        assertThat(verdicts(List.of(ONE_SALE), clicked(5), late("other", 6)))
                .containsExactly(CountingVerdict.NOT_A_GOAL);
        assertThat(verdicts(List.of(ONE_SALE), late("sale", 4), clicked(5), late("sale", 6)))
                .containsExactly(CountingVerdict.NO_CLICK, CountingVerdict.OUTSIDE_WINDOW);
        assertThat(verdicts(List.of(viewed), late("sale", 60), late("sale", 61)))
                .containsExactly(CountingVerdict.OUTSIDE_WINDOW, CountingVerdict.NO_CLICK);
        assertThat(verdicts(List.of(), late("sale", 6)))
                .containsExactly(CountingVerdict.OUTSIDE_WINDOW);
    }

    @Test
    void aLateConversionTakesNothingFromOthers() {
        assertThat(verdicts(List.of(ONE_SALE), clicked(5), late("sale", 6), converted("sale", 7)))
                .containsExactly(CountingVerdict.OUTSIDE_WINDOW, CountingVerdict.COUNTED);
    }

    @Test
    void anOrderCountsOnceForAGoalAndOnceWithoutGoals() {
        ConversionGoal every = goal("sale", true, Duration.ZERO);

        assertThat(
                        verdicts(
                                List.of(every),
                                clicked(5),
                                ordered("o1", 6),
                                ordered("o2", 7),
                                ordered("o1", 8)))
                .containsExactly(
                        CountingVerdict.COUNTED,
                        CountingVerdict.COUNTED,
                        CountingVerdict.SAME_ORDER);
        assertThat(verdicts(List.of(), ordered("o1", 6), ordered("o1", 8)))
                .containsExactly(CountingVerdict.COUNTED, CountingVerdict.SAME_ORDER);
        assertThat(verdicts(List.of(ONE_SALE), clicked(5), ordered("o1", 6), ordered("o1", 8)))
                .containsExactly(CountingVerdict.COUNTED, CountingVerdict.SAME_ORDER);
    }

    @Test
    void anOrderThatCountsForAnotherFetchLeavesTheGoalToTheNext() {
        OrderKey elsewhere = OrderKey.ofGoal(ORG, "sale", "o1");

        assertThat(
                        verdicts(
                                rules(List.of(ONE_SALE), Set.of(elsewhere)),
                                clicked(5),
                                ordered("o1", 6),
                                ordered("o2", 7),
                                ordered("o1", 8)))
                .containsExactly(
                        CountingVerdict.SAME_ORDER,
                        CountingVerdict.COUNTED,
                        CountingVerdict.SAME_ORDER);
        assertThat(
                        verdicts(
                                rules(List.of(), Set.of(OrderKey.ofLineItem(ORG, LINE, "o1"))),
                                ordered("o1", 6),
                                ordered("o2", 7)))
                .containsExactly(CountingVerdict.SAME_ORDER, CountingVerdict.COUNTED);
    }

    @Test
    void aFetchClaimsTheOrdersThatWouldCount() {
        OrderKey first = OrderKey.ofGoal(ORG, "sale", "o1");
        OrderKey second = OrderKey.ofGoal(ORG, "sale", "o2");
        List<FetchEvent> history =
                List.of(clicked(5), ordered("o0", 3), ordered("o1", 8), ordered("o2", 7));

        assertThat(rules(List.of(ONE_SALE), Set.of()).claims(history))
                .isEqualTo(Map.of(first, SERVED_AT.plusSeconds(8)));
        assertThat(rules(List.of(ONE_SALE), Set.of(first)).claims(history))
                .as("by times that never decrease")
                .isEqualTo(
                        Map.of(
                                first, SERVED_AT.plusSeconds(8),
                                second, SERVED_AT.plusSeconds(8)));
        assertThat(rules(List.of(), Set.of()).claims(List.of(ordered("o1", 8))))
                .containsOnlyKeys(OrderKey.ofLineItem(ORG, LINE, "o1"));
    }

    @Test
    void anOrderThatDidNotCountMayCountLater() {
        assertThat(verdicts(List.of(ONE_SALE), ordered("o1", 2), clicked(5), ordered("o1", 8)))
                .containsExactly(CountingVerdict.NO_CLICK, CountingVerdict.COUNTED);
    }

    @Test
    void clicksCountWhicheverTopicIsReadFirst() {
        List<FetchEvent> conversions =
                List.of(
                        converted("sale", 3),
                        ordered("o1", 20),
                        converted("sale", 200),
                        ordered("o1", 230));
        List<FetchEvent> clicks = List.of(clicked(10), clicked(190), clicked(2));
        ConversionGoal every = goal("sale", true, Duration.ZERO);
        List<CountingVerdict> expected = verdicts(List.of(every), joined(clicks, conversions));

        for (long seed = 0; seed < 50; seed++) {
            List<FetchEvent> mixed = mixed(clicks, conversions, new Random(seed));
            assertThat(verdicts(List.of(every), mixed.toArray(FetchEvent[]::new)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    private static FetchEvent[] joined(List<FetchEvent> one, List<FetchEvent> other) {
        List<FetchEvent> all = new ArrayList<>(one);
        all.addAll(other);
        return all.toArray(FetchEvent[]::new);
    }

    /// Clicks anywhere among the conversions, whose own order stays.
    private static List<FetchEvent> mixed(
            List<FetchEvent> clicks, List<FetchEvent> conversions, Random random) {
        List<FetchEvent> mixed = new ArrayList<>(conversions);
        List<FetchEvent> shuffled = new ArrayList<>(clicks);
        Collections.shuffle(shuffled, random);
        shuffled.forEach(click -> mixed.add(random.nextInt(mixed.size() + 1), click));
        return mixed;
    }

    private static List<CountingVerdict> verdicts(
            List<ConversionGoal> goals, FetchEvent... events) {
        return verdicts(rules(goals, Set.of()), events);
    }

    private static List<CountingVerdict> verdicts(ConversionFold rules, FetchEvent... events) {
        return rules.judged(List.of(events)).stream()
                .map(ConversionFold.JudgedConversion::verdict)
                .toList();
    }

    private static ConversionFold rules(List<ConversionGoal> goals, Set<OrderKey> elsewhere) {
        return new ConversionFold(goals, SERVED_AT, ORG, LINE, elsewhere);
    }

    private static ConversionGoal goal(String id, boolean every, Duration viewWindow) {
        return new ConversionGoal(
                id, Set.of("sale"), every, Duration.ofSeconds(100), viewWindow, null);
    }

    private static Clicked clicked(long afterSeconds) {
        return new Clicked(SERVED_AT.plusSeconds(afterSeconds), 0, false);
    }

    private static Converted converted(String name, long afterSeconds) {
        return converted(name, null, afterSeconds);
    }

    private static Converted late(String name, long afterSeconds) {
        Instant at = SERVED_AT.plusSeconds(afterSeconds);
        return new Converted(at, null, false, name, null, at, true);
    }

    private static Converted ordered(String orderId, long afterSeconds) {
        return converted("sale", orderId, afterSeconds);
    }

    private static Converted converted(String name, @Nullable String orderId, long afterSeconds) {
        Instant at = SERVED_AT.plusSeconds(afterSeconds);
        return new Converted(at, null, false, name, orderId, at);
    }
}
