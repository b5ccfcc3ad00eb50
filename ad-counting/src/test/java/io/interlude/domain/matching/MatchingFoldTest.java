package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FetchEvent.Clicked;
import io.interlude.domain.matching.FetchEvent.Converted;
import io.interlude.domain.matching.FetchEvent.Delivered;
import io.interlude.domain.matching.FetchEvent.FlowStepped;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MatchingFoldTest {
    private static final RotationStamp STAMP = new RotationStamp(3, 41);
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE_ITEM = new LineItemId("line");
    private static final CreativeId CREATIVE = new CreativeId("card");
    private static final CellDimensions DIMENSIONS =
            new CellDimensions(ORG, "app", "unit", "campaign", "line", "card", AdFormat.NATIVE);

    /// Half past midnight of March 2nd in Berlin, still March 1st in UTC.
    private static final Instant SERVED_AT = Instant.parse("2026-03-01T23:30:10Z");

    private static final Instant LATER = SERVED_AT.plusSeconds(24 * 3600);
    private static final int SLICE = 37;
    private static final long ERA = OutcomeCell.eraOf(STAMP.epoch());
    private static final long MARCH_2 = LocalDate.of(2026, 3, 2).toEpochDay();

    @Test
    void cpmFetchIsCountedAndBilledOnTheLineItemsDay() {
        List<Contribution> contributions =
                MatchingFold.fetched(fetch(PriceModel.CPM, 4_000), 4, 7, 99);

        assertThat(contributions)
                .containsExactly(
                        cells(
                                SERVED_AT,
                                CellCounters.of(CellMetric.FETCHES, 1)
                                        .plus(CellMetric.SPEND_MICROS, 4)),
                        new Contribution.ToSpend(
                                ORG,
                                LINE_ITEM,
                                new LineItemSpend(
                                        List.of(new DaySpend(MARCH_2, 1, 4)),
                                        1,
                                        4,
                                        Achieved.NOTHING,
                                        SERVED_AT,
                                        Map.of(7, 99L))),
                        new Contribution.ToEngagement(
                                ORG,
                                LINE_ITEM,
                                CREATIVE,
                                CreativeEngagement.served(STAMP, Map.of(7, 99L))
                                        .withOutcome(new OutcomeCell(ERA, SLICE, 1, 0, 0, 0))));
    }

    @Test
    void fetchThatWasCountedMovesTheAppliedOffsetOnly() {
        assertThat(MatchingFold.fetchedAgain(fetch(PriceModel.CPM, 4_000), 7, 100))
                .containsExactly(
                        new Contribution.ToSpend(
                                ORG,
                                LINE_ITEM,
                                new LineItemSpend(List.of(), 0, 0, Map.of(7, 100L))),
                        new Contribution.ToEngagement(
                                ORG,
                                LINE_ITEM,
                                CREATIVE,
                                CreativeEngagement.applied(Map.of(7, 100L))));
    }

    @Test
    void testFetchAndItsEventsAreNotCounted() {
        ServedFetch test =
                new ServedFetch(
                        DIMENSIONS,
                        price(PriceModel.CPC, 5),
                        zone(),
                        SERVED_AT,
                        STAMP,
                        SLICE,
                        List.of(),
                        true,
                        Set.of(),
                        true);

        assertThat(MatchingFold.fetched(test, 4, 0, 0)).isEmpty();
        assertThat(MatchingFold.fetchedAgain(test, 0, 0)).isEmpty();
        assertThat(MatchingFold.matched(test, FetchProgress.NONE, new Clicked(LATER, 0, false)))
                .isEqualTo(new Matched(FetchProgress.NONE, List.of()));
    }

    @ParameterizedTest
    @CsvSource({"SEND, SENDS", "DELIVER, DELIVERS", "READ, READS"})
    void deliveryIsCountedInTheCellOfItsOwnTime(DeliveryStep step, CellMetric metric) {
        Matched matched = match(PriceModel.CPM, FetchProgress.NONE, new Delivered(LATER, step));

        assertThat(matched)
                .isEqualTo(
                        new Matched(
                                FetchProgress.NONE,
                                List.of(cells(LATER, CellCounters.of(metric, 1)))));
    }

    @Test
    void firstClickIsUniqueBilledAndEngaging() {
        Matched matched = match(PriceModel.CPC, FetchProgress.NONE, new Clicked(LATER, 1, false));

        assertThat(matched.progress())
                .isEqualTo(new FetchProgress(LATER, Map.of(1, LATER), false, List.of()));
        assertThat(matched.contributions())
                .containsExactly(
                        cells(
                                LATER,
                                CellCounters.of(CellMetric.CLICKS, 1)
                                        .plus(CellMetric.UNIQUE_CLICKS, 1)
                                        .plus(CellMetric.SPEND_MICROS, 5_000)),
                        spent(MARCH_2 + 1, 5_000, new Achieved(1, 0, 0)),
                        cells(LATER, CellCounters.of(CellMetric.ENGAGEMENTS, 1)),
                        engagedOnce());
    }

    @ParameterizedTest
    @CsvSource({"0, true", "30, true", "-30, true", "31, false", "-31, false"})
    void clickWithinHalfAMinuteOfTheLastOnTheActionIsARepeat(long seconds, boolean repeat) {
        // given
        FetchProgress before = new FetchProgress(SERVED_AT, Map.of(0, LATER), false, List.of());
        Instant clickedAt = LATER.plusSeconds(seconds);

        // when
        Matched matched = match(PriceModel.CPC, before, new Clicked(clickedAt, 0, false));

        // then
        CellCounters once = CellCounters.of(CellMetric.CLICKS, 1);
        assertThat(matched.contributions().getFirst())
                .isEqualTo(
                        cells(
                                clickedAt,
                                repeat
                                        ? once
                                        : once.plus(CellMetric.UNIQUE_CLICKS, 1)
                                                .plus(CellMetric.SPEND_MICROS, 5_000)));
        assertThat(matched.contributions()).hasSize(repeat ? 1 : 2);
        assertThat(matched.progress().actionToLastClickAt())
                .containsOnly(Map.entry(0, seconds > 0 ? clickedAt : LATER));
    }

    @Test
    void clickOnAnotherActionIsNoRepeat() {
        FetchProgress before = new FetchProgress(SERVED_AT, Map.of(0, LATER), false, List.of());

        Matched matched = match(PriceModel.FLAT, before, new Clicked(LATER, 1, false));

        assertThat(matched.contributions())
                .containsExactly(
                        cells(
                                LATER,
                                CellCounters.of(CellMetric.CLICKS, 1)
                                        .plus(CellMetric.UNIQUE_CLICKS, 1)),
                        spent(MARCH_2 + 1, 0, new Achieved(1, 0, 0)));
    }

    @Test
    void invalidClickIsSeenAndDoesNothing() {
        Matched matched = match(PriceModel.CPC, FetchProgress.NONE, new Clicked(LATER, 0, true));

        assertThat(matched.progress()).isEqualTo(FetchProgress.NONE);
        assertThat(matched.contributions()).containsExactly(invalid(CellMetric.INVALID_CLICKS));
    }

    @Test
    void invalidConversionIsSeenAndHasNoWorth() {
        Converted conversion = new Converted(LATER, new Money(70, "USD"), true);

        assertThat(match(PriceModel.CPA, FetchProgress.NONE, conversion).contributions())
                .containsExactly(invalid(CellMetric.INVALID_CONVERSIONS));
    }

    private static Contribution invalid(CellMetric metric) {
        return cells(LATER, CellCounters.of(metric, 1));
    }

    @ParameterizedTest
    @EnumSource
    void conversionBillsOnlyWhatIsSoldByAction(PriceModel model) {
        long billed = model == PriceModel.CPA ? 5_000 : 0;

        Matched matched =
                match(model, FetchProgress.NONE, new Converted(LATER, new Money(70, "USD"), false));

        assertThat(matched.progress()).isEqualTo(FetchProgress.NONE);
        assertThat(matched.contributions().getFirst())
                .isEqualTo(
                        cells(
                                LATER,
                                CellCounters.of(CellMetric.CONVERSIONS, 1)
                                        .plus(CellMetric.CONVERSION_VALUE_MICROS, 70)
                                        .plus(CellMetric.SPEND_MICROS, billed)));
        assertThat(matched.contributions().subList(1, matched.contributions().size()))
                .isEqualTo(List.of(spent(MARCH_2 + 1, billed, new Achieved(0, 1, 0))));
    }

    @Test
    void valueInAnotherCurrencyGoesToACellOfThatCurrency() {
        Matched matched =
                match(
                        PriceModel.FLAT,
                        FetchProgress.NONE,
                        new Converted(LATER, new Money(70, "EUR"), false));

        assertThat(matched.contributions())
                .containsExactly(
                        new Contribution.ToCells(
                                DIMENSIONS,
                                "EUR",
                                LATER,
                                CellCounters.of(CellMetric.CONVERSION_VALUE_MICROS, 70)),
                        cells(LATER, CellCounters.of(CellMetric.CONVERSIONS, 1)),
                        spent(MARCH_2 + 1, 0, new Achieved(0, 1, 0)));
    }

    @Test
    void engagementIsCountedOnceAndMovesToTheEarliestMinute() {
        // given
        Instant minuteBefore = LATER.minusSeconds(60);
        Matched first = match(PriceModel.CPM, FetchProgress.NONE, new FlowStepped(LATER, true));

        // when
        Matched later =
                match(
                        PriceModel.CPM,
                        first.progress(),
                        new FlowStepped(LATER.plusSeconds(90), true));
        Matched earlier =
                match(PriceModel.CPM, first.progress(), new FlowStepped(minuteBefore, true));

        // then
        assertThat(first.contributions())
                .containsExactly(
                        cells(LATER, CellCounters.of(CellMetric.ENGAGEMENTS, 1)), engagedOnce());
        assertThat(later).isEqualTo(new Matched(first.progress(), List.of()));
        assertThat(earlier)
                .isEqualTo(
                        new Matched(
                                new FetchProgress(minuteBefore, Map.of(), false, List.of()),
                                List.of(
                                        cells(LATER, CellCounters.of(CellMetric.ENGAGEMENTS, -1)),
                                        cells(
                                                minuteBefore,
                                                CellCounters.of(CellMetric.ENGAGEMENTS, 1)))));
    }

    @Test
    void repeatedClickOfAnEarlierMinuteMovesTheEngagement() {
        Matched first = match(PriceModel.CPM, FetchProgress.NONE, new Clicked(LATER, 0, false));
        Instant earlier = LATER.minusSeconds(20);

        Matched repeat = match(PriceModel.CPM, first.progress(), new Clicked(earlier, 0, false));

        assertThat(repeat.progress())
                .isEqualTo(new FetchProgress(earlier, Map.of(0, LATER), false, List.of()));
        assertThat(repeat.contributions())
                .containsExactly(
                        cells(earlier, CellCounters.of(CellMetric.CLICKS, 1)),
                        cells(LATER, CellCounters.of(CellMetric.ENGAGEMENTS, -1)),
                        cells(earlier, CellCounters.of(CellMetric.ENGAGEMENTS, 1)));
    }

    @Test
    void otherFlowStepsAreNotCounted() {
        assertThat(match(PriceModel.CPM, FetchProgress.NONE, new FlowStepped(LATER, false)))
                .isEqualTo(new Matched(FetchProgress.NONE, List.of()));
    }

    @Test
    void requestWithoutAFillAndConversionWithoutAFetchHaveCellsOfTheirOwn() {
        CellDimensions unfilled = CellDimensions.unfilled(ORG, "app", "unit", AdFormat.SMS);
        CellCounters aNoFill = CellCounters.of(CellMetric.NO_FILLS, 1);
        assertThat(
                        MatchingFold.notFilled(
                                unfilled,
                                LATER,
                                NoFillCause.of(
                                        NoFillReason.NO_DEMAND, SelectionRule.DAYPART, true)))
                .containsExactly(
                        new Contribution.ToCells(
                                unfilled,
                                "",
                                LATER,
                                aNoFill.withNoFillsBy(
                                        Map.of(
                                                "reason.no_demand", 1L,
                                                "rule.daypart", 1L,
                                                "undecided", 1L))));
        assertThat(MatchingFold.notFilled(unfilled, LATER, Set.of()))
                .containsExactly(new Contribution.ToCells(unfilled, "", LATER, aNoFill));
        assertThat(
                        MatchingFold.convertedUnattributed(
                                ORG, "app", new Converted(LATER, new Money(70, "EUR"), false)))
                .containsExactly(
                        new Contribution.ToCells(
                                CellDimensions.unattributed(ORG, "app"),
                                "EUR",
                                LATER,
                                CellCounters.of(CellMetric.CONVERSIONS, 1)
                                        .plus(CellMetric.CONVERSION_VALUE_MICROS, 70)));
    }

    @ParameterizedTest
    @CsvSource({
        "DELIVER, DELIVER, 5000, 5",
        "READ, READ, 5000, 5",
        "DELIVER, READ, 5000, 0",
        "READ, DELIVER, 5000, 0",
        "READ, READ, 0, 0"
    })
    void theFirstDeliveryOrReadBillsTheImpression(
            BillingEvent billOn, DeliveryStep step, long cpmMicros, long micros) {
        // given
        Price price = new Price(PriceModel.CPM, new Money(cpmMicros, "USD"), billOn);
        ServedFetch fetch =
                new ServedFetch(
                        DIMENSIONS,
                        price,
                        zone(),
                        SERVED_AT,
                        STAMP,
                        SLICE,
                        List.of(),
                        true,
                        Set.of(),
                        false);

        // when
        Matched first = MatchingFold.matched(fetch, FetchProgress.NONE, new Delivered(LATER, step));
        Matched second = MatchingFold.matched(fetch, first.progress(), new Delivered(LATER, step));

        // then
        assertThat(price.fetchMicros()).isZero();
        assertThat(spentMicros(first)).isEqualTo(micros);
        assertThat(spentMicros(second)).isZero();
        assertThat(second.progress()).isEqualTo(first.progress());
        assertThat(impressions(first)).isEqualTo(billOn.name().equals(step.name()) ? 1 : 0);
        assertThat(impressions(second)).isZero();
    }

    private static long impressions(Matched matched) {
        return matched.contributions().stream()
                .filter(Contribution.ToSpend.class::isInstance)
                .map(Contribution.ToSpend.class::cast)
                .mapToLong(spend -> spend.spend().achieved().impressions())
                .sum();
    }

    private static long spentMicros(Matched matched) {
        return matched.contributions().stream()
                .filter(Contribution.ToSpend.class::isInstance)
                .mapToLong(each -> ((Contribution.ToSpend) each).spend().lifetimeSpentMicros())
                .sum();
    }

    /// What predictions are made from is told of once, by [#outcomesAreThoseOfTheFetch].
    private static Matched match(PriceModel model, FetchProgress before, FetchEvent event) {
        Matched matched = MatchingFold.matched(fetch(model, 5_000), before, event);
        return new Matched(
                matched.progress(),
                matched.contributions().stream()
                        .filter(contribution -> !isOutcome(contribution))
                        .toList());
    }

    private static boolean isOutcome(Contribution contribution) {
        return contribution instanceof Contribution.ToEngagement engagement
                && !engagement.engagement().outcomes().isEmpty();
    }

    @Test
    void outcomesAreThoseOfTheFetch() {
        FetchProgress clicked = new FetchProgress(LATER, Map.of(0, LATER), false, List.of());

        assertThat(outcomes(FetchProgress.NONE, new Clicked(LATER, 0, false)))
                .containsExactly(new OutcomeCell(ERA, SLICE, 0, 1, 1, 0));
        assertThat(outcomes(clicked, new Clicked(LATER.plusSeconds(1), 0, false))).isEmpty();
        assertThat(outcomes(clicked, new Clicked(LATER, 1, false)))
                .containsExactly(new OutcomeCell(ERA, SLICE, 0, 0, 1, 0));
        assertThat(outcomes(clicked, new Clicked(LATER, 1, true))).isEmpty();
        assertThat(outcomes(clicked, new Converted(LATER, null, false)))
                .containsExactly(new OutcomeCell(ERA, SLICE, 0, 0, 0, 1));
        assertThat(outcomes(clicked, new Converted(LATER, null, true))).isEmpty();
    }

    private static List<OutcomeCell> outcomes(FetchProgress before, FetchEvent event) {
        return MatchingFold.matched(fetch(PriceModel.CPC, 5_000), before, event)
                .contributions()
                .stream()
                .filter(MatchingFoldTest::isOutcome)
                .flatMap(one -> ((Contribution.ToEngagement) one).engagement().outcomes().stream())
                .toList();
    }

    private static ServedFetch fetch(PriceModel model, long priceMicros) {
        return new ServedFetch(
                DIMENSIONS,
                price(model, priceMicros),
                zone(),
                SERVED_AT,
                STAMP,
                SLICE,
                List.of(),
                true,
                Set.of(),
                false);
    }

    private static Price price(PriceModel model, long micros) {
        return new Price(model, new Money(micros, "USD"));
    }

    private static ZoneId zone() {
        return ZoneId.of("Europe/Berlin");
    }

    private static Contribution cells(Instant at, CellCounters counters) {
        return new Contribution.ToCells(DIMENSIONS, "USD", at, counters);
    }

    private static Contribution spent(long epochDay, long micros, Achieved achieved) {
        List<DaySpend> days = micros == 0 ? List.of() : List.of(new DaySpend(epochDay, 0, micros));
        return new Contribution.ToSpend(
                ORG, LINE_ITEM, new LineItemSpend(days, 0, micros, achieved, null, Map.of()));
    }

    private static Contribution engagedOnce() {
        return new Contribution.ToEngagement(
                ORG, LINE_ITEM, CREATIVE, CreativeEngagement.engaged(STAMP));
    }
}
