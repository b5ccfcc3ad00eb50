package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FetchEvent.Clicked;
import io.interlude.domain.matching.FetchEvent.Converted;
import io.interlude.domain.matching.FetchEvent.CustomReported;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.EventNames;
import io.interlude.domain.rotation.RotationStamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The cells of conversions and custom events: those of their names.
class NamedEventsTest {
    private static final Instant SERVED_AT = Instant.parse("2026-03-02T12:00:00Z");
    private static final CellDimensions CELL =
            new CellDimensions(
                    new OrgId("org"), "app", "unit", "campaign", "line", "card", AdFormat.NATIVE);
    private static final EventNames SALE = EventNames.ofConversion("purchase", "sale");

    @Test
    void aConversionAndItsBillAreInTheCellOfItsGoalAndName() {
        Map<CellDimensions, CellCounters> cells =
                cells(true, true, clicked(1), converted("sale", 2), converted("visit", 3));

        assertThat(cells.get(CELL.of(SALE)))
                .isEqualTo(
                        CellCounters.of(CellMetric.CONVERSIONS, 1)
                                .plus(CellMetric.SPEND_MICROS, 9)
                                .plus(CellMetric.CONVERSION_VALUE_MICROS, 70));
        assertThat(cells).containsOnlyKeys(CELL, CELL.of(SALE));
    }

    @Test
    void aClickThatComesLaterMovesTheConversionIntoTheSameCell() {
        assertThat(cells(true, true, converted("sale", 2), clicked(1)))
                .isEqualTo(cells(true, true, clicked(1), converted("sale", 2)));
    }

    @Test
    void withoutGoalsThereIsOnlyTheName() {
        assertThat(cells(true, false, converted("sale", 2), converted("visit", 2)))
                .containsOnlyKeys(
                        CELL.of(EventNames.ofConversion(null, "sale")),
                        CELL.of(EventNames.ofConversion(null, "visit")));
    }

    @Test
    void anInvalidConversionHasNoGoal() {
        assertThat(cells(true, true, new Converted(at(2), null, true, "sale", null, at(2))))
                .isEqualTo(
                        Map.of(
                                CELL.of(EventNames.ofConversion(null, "sale")),
                                CellCounters.of(CellMetric.INVALID_CONVERSIONS, 1)));
    }

    @Test
    void customEventsAreCountedByName() {
        assertThat(cells(true, false, custom("viewed"), custom("viewed"), custom("shared")))
                .isEqualTo(
                        Map.of(
                                CELL.of(EventNames.ofCustomEvent("viewed")),
                                CellCounters.of(CellMetric.CUSTOM_EVENTS, 2),
                                CELL.of(EventNames.ofCustomEvent("shared")),
                                CellCounters.of(CellMetric.CUSTOM_EVENTS, 1)));
    }

    @Test
    void fetchesOfBeforeNamesCountAsTheyDid() {
        Map<CellDimensions, CellCounters> cells =
                cells(false, true, clicked(1), converted("sale", 2), custom("viewed"));

        assertThat(cells)
                .hasSize(1)
                .hasEntrySatisfying(
                        CELL,
                        counters -> {
                            assertThat(counters.get(CellMetric.CONVERSIONS)).isEqualTo(1);
                            assertThat(counters.get(CellMetric.CUSTOM_EVENTS)).isZero();
                        });
    }

    @Test
    void aCorrectionTakesEachBackWhereItWasCounted() {
        ServedFetch fetch = fetch(true, true);
        List<CountedEvent> counted =
                List.of(
                        new CountedEvent(clicked(1), 0, false),
                        new CountedEvent(converted("sale", 2), 1, false),
                        new CountedEvent(custom("viewed"), 2, false));
        List<CountedEvent> takenBack =
                counted.stream()
                        .map(each -> new CountedEvent(each.event(), each.order(), true))
                        .toList();

        assertThat(
                        CorrectionFold.change(
                                new CountedFetch(fetch, counted),
                                new CountedFetch(fetch, takenBack)))
                .contains(
                        correction(
                                EventNames.ofCustomEvent("viewed"),
                                CellCounters.of(CellMetric.CUSTOM_EVENTS, -1)),
                        correction(
                                SALE,
                                CellCounters.of(CellMetric.CONVERSIONS, -1)
                                        .plus(CellMetric.SPEND_MICROS, -9)
                                        .plus(CellMetric.CONVERSION_VALUE_MICROS, -70)));
    }

    private static Contribution correction(EventNames names, CellCounters counters) {
        return new Contribution.ToCorrection(
                new Contribution.ToCells(CELL.of(names), "USD", SERVED_AT, counters));
    }

    /// What the events add up to.
    private static Map<CellDimensions, CellCounters> cells(
            boolean countsNames, boolean withGoal, FetchEvent... events) {
        ServedFetch fetch = fetch(countsNames, withGoal);
        Map<CellDimensions, CellCounters> cells = new HashMap<>();
        FetchProgress progress = FetchProgress.NONE;
        List<Contribution> contributions = new ArrayList<>();
        for (FetchEvent event : events) {
            Matched matched = MatchingFold.matched(fetch, progress, event);
            contributions.addAll(matched.contributions());
            progress = matched.progress();
        }
        for (Contribution each : contributions) {
            if (each instanceof Contribution.ToCells to) {
                cells.merge(to.dimensions(), to.counters(), CellCounters::plus);
            }
        }
        return cells;
    }

    private static ServedFetch fetch(boolean countsNames, boolean withGoal) {
        ConversionGoal goal =
                new ConversionGoal(
                        "purchase",
                        Set.of("sale"),
                        true,
                        Duration.ofSeconds(100),
                        Duration.ZERO,
                        new Money(70, "USD"));
        return new ServedFetch(
                CELL,
                new Price(PriceModel.CPA, new Money(9, "USD")),
                ZoneOffset.UTC,
                SERVED_AT,
                new RotationStamp(0, 0),
                0,
                withGoal ? List.of(goal) : List.of(),
                countsNames,
                Set.of(),
                false);
    }

    private static Instant at(long afterSeconds) {
        return SERVED_AT.plusSeconds(afterSeconds);
    }

    private static Clicked clicked(long afterSeconds) {
        return new Clicked(at(afterSeconds), 0, false);
    }

    private static Converted converted(String name, long afterSeconds) {
        return new Converted(at(afterSeconds), null, false, name, null, at(afterSeconds));
    }

    private static CustomReported custom(String name) {
        return new CustomReported(at(5), name);
    }
}
