package io.interlude.report.audit.count;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.Money;
import io.interlude.schema.PriceModel;
import io.interlude.schema.ShadowWin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlainCountTest {
    private final AuditedEvents events = new AuditedEvents();
    private final PlainCount count = new PlainCount(_ -> Optional.of(FlowOutline.NONE));

    @Test
    void aSecondClickWithinHalfAMinuteIsARepeatAndBillsNothing() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpc, "s");
        ClickRecorded second = events.click(fetched, 30);
        ClickRecorded third = events.click(fetched, 61);

        // when
        Map<String, Long> counted =
                counted(View.INCLUDE, fetched, events.click(fetched, 0), second, second, third);

        // then
        assertThat(counted)
                .isEqualTo(
                        Map.of(
                                "USD fetches", 1L,
                                "USD clicks", 3L,
                                "USD uniqueClicks", 2L,
                                "USD spend", 10_000L,
                                "USD engagements", 1L));
    }

    @Test
    void whatShadowsWouldHaveServedStaysWhenTheFetchIsTakenBack() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpc, "s");
        fetched.setShadows(
                List.of(
                        new ShadowWin("c2", "shadow", 2_000L, "EUR", null, null),
                        new ShadowWin("c3", "other", 0L, "EUR", null, null)));

        // when
        Map<String, Long> counted = counted(View.INCLUDE, fetched, events.correction(fetched));

        // then
        assertThat(counted).isEqualTo(Map.of("EUR wouldServe", 2L, "EUR wouldSpend", 2_000L));
        fetched.setTest(true);
        assertThat(counted(View.INCLUDE, fetched)).isEmpty();
    }

    @Test
    void withoutTheFirstClickTheSecondIsNoRepeat() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpc, "s");
        ClickRecorded first = events.click(fetched, 0);
        JournalEvent[] records = {
            fetched, first, events.click(fetched, 10), events.correction(first)
        };

        // when, then
        assertThat(counted(View.EXCLUDE, records))
                .containsEntry("USD clicks", 2L)
                .containsEntry("USD uniqueClicks", 1L);
        assertThat(counted(View.INCLUDE, records))
                .containsEntry("USD clicks", 1L)
                .containsEntry("USD uniqueClicks", 1L)
                .containsEntry("USD spend", 5_000L);
    }

    @Test
    void theFirstReadBillsAnImpressionThatIsBilledOnReads() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpm, "s");
        fetched.setBillOn(BillOn.read);
        fetched.setBilledMicros(0);
        DeliveryRecorded first = events.delivery(fetched, EventType.read);
        JournalEvent[] records = {
            fetched,
            events.delivery(fetched, EventType.deliver),
            first,
            events.delivery(fetched, EventType.read)
        };

        // when, then
        assertThat(counted(View.INCLUDE, records))
                .isEqualTo(
                        Map.of(
                                "USD fetches", 1L,
                                "USD delivers", 1L,
                                "USD reads", 2L,
                                "USD spend", 5L));
    }

    @Test
    void aFetchTakesItsEventsWithIt() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpm, "s");
        JournalEvent[] records = {
            fetched, events.click(fetched, 0), events.correction(fetched), events.click(fetched, 90)
        };

        // when, then
        assertThat(counted(View.INCLUDE, records)).isEmpty();
        assertThat(counted(View.EXCLUDE, records))
                .containsEntry("USD fetches", 1L)
                .containsEntry("USD spend", 5L)
                .containsEntry("USD clicks", 2L);
    }

    @Test
    void ofFourPixelsOnAGoalThatCountsOneTheFirstPurchaseCounts() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpa, "s");
        fetched.setConversionGoals(
                List.of(
                        new ConversionGoal(
                                "sale",
                                List.of("purchase"),
                                false,
                                30_000L,
                                0L,
                                new Money(7L, "USD"))));
        JournalEvent[] pixels =
                Stream.of("page_view", "add_to_cart", "purchase", "purchase")
                        .map(name -> named(events.conversion(fetched, 1, "USD"), name))
                        .toArray(JournalEvent[]::new);

        // when, then
        assertThat(counted(View.INCLUDE, with(fetched, pixels)))
                .as("without a click")
                .isEqualTo(Map.of("USD fetches", 1L));
        assertThat(counted(View.INCLUDE, with(fetched, with(events.click(fetched, 0), pixels))))
                .containsEntry("USD conversions", 1L)
                .containsEntry("USD spend", 5_000L)
                .containsEntry("USD conversionValue", 7L);
    }

    @Test
    void namesAreCountedOfFetchesThatCountThem() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpa, "s");
        fetched.setCountsNames(true);
        CustomEventRecorded viewed = events.custom(fetched, "viewed");
        JournalEvent[] records = {
            fetched,
            viewed,
            viewed,
            events.custom(fetched, "shared"),
            named(events.conversion(fetched, 1, "USD"), "purchase")
        };

        // when, then
        assertThat(named(records))
                .isEqualTo(
                        Map.of(
                                "purchase/ conversions", 1L,
                                "purchase/ spend", 5_000L,
                                "/viewed customEvents", 1L,
                                "/shared customEvents", 1L,
                                "/ fetches", 1L));
        fetched.setCountsNames(false);
        assertThat(named(records))
                .isEqualTo(Map.of("/ conversions", 1L, "/ spend", 5_000L, "/ fetches", 1L));
    }

    private Map<String, Long> named(JournalEvent... records) {
        Map<String, Long> amounts = new TreeMap<>();
        count.count(List.of(records), Set.of())
                .forEach((minute, counts) -> {
                    for (AuditMetric metric : AuditMetric.ALL) {
                        amounts.merge(
                                "%s/%s %s"
                                        .formatted(
                                                minute.series().conversionName(),
                                                minute.series().eventName(),
                                                metric.wireName()),
                                counts.get(metric, View.INCLUDE),
                                Long::sum);
                    }
                });
        amounts.values().removeIf(amount -> amount == 0);
        return amounts;
    }

    private static ConversionRecorded named(ConversionRecorded conversion, String name) {
        conversion.setConversionName(name);
        conversion.setValueMicros(null);
        return conversion;
    }

    private static JournalEvent[] with(JournalEvent first, JournalEvent... others) {
        return Stream.concat(Stream.of(first), Stream.of(others)).toArray(JournalEvent[]::new);
    }

    @Test
    void aValueInAnotherCurrencyIsCountedThere() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpa, "s");

        // when, then
        assertThat(counted(View.INCLUDE, fetched, events.conversion(fetched, 7, "EUR")))
                .isEqualTo(
                        Map.of(
                                "USD fetches", 1L,
                                "USD conversions", 1L,
                                "USD spend", 5_000L,
                                "EUR conversionValue", 7L));
    }

    @Test
    void whatReadersSayIsCountedOnceAndATakenBackHideNoMore() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpc, "s");
        FeedbackRecorded hide = events.feedback(fetched, FeedbackKind.hide);
        FeedbackRecorded offensive = events.feedback(fetched, FeedbackKind.offensive);
        JournalEvent[] records = {fetched, hide, hide, offensive, events.correction(hide)};

        // when, then
        assertThat(counted(View.EXCLUDE, records))
                .isEqualTo(Map.of("USD fetches", 1L, "USD hides", 1L, "USD feedback", 2L));
        assertThat(counted(View.INCLUDE, records))
                .isEqualTo(Map.of("USD fetches", 1L, "USD feedback", 1L));
    }

    @Test
    void eventsWithoutTheirFetchAndTestsCountNowhere() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpm, "s");
        AdFetched test = events.fetched(PriceModel.cpm, "s");
        test.setTest(true);

        // when, then
        assertThat(counted(View.INCLUDE, events.click(fetched, 0))).isEmpty();
        assertThat(counted(View.INCLUDE, test, events.click(test, 0))).isEmpty();
    }

    private Map<String, Long> counted(View view, JournalEvent... records) {
        Map<String, Long> amounts = new TreeMap<>();
        count.count(List.of(records), Set.of())
                .forEach((minute, counts) -> {
                    for (AuditMetric metric : AuditMetric.ALL) {
                        amounts.merge(
                                minute.series().currency() + ' ' + metric.wireName(),
                                counts.get(metric, view),
                                Long::sum);
                    }
                });
        amounts.values().removeIf(amount -> amount == 0);
        return amounts;
    }
}
