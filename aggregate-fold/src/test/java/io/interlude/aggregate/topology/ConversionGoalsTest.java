package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.Granularity;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RollupCell;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Conversions of a line item with a goal, through the whole aggregation.
class ConversionGoalsTest {
    private static final long PRICE_MICROS = 20_000_000;

    private final JournalDriver journal = new JournalDriver();
    private final JournalEvents events = new JournalEvents();
    private final String fetchId = events.fetchId(START);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void ofFourPixelsOneIsCountedAndBilled() {
        journal.append(
                fetched(),
                events.click(fetchId, 0, START.plusSeconds(1)),
                conversion("page_view", null, 2),
                conversion("add_to_cart", null, 3),
                conversion("purchase", "A-1", 4),
                conversion("purchase", "A-1", 5));

        assertConversions(1);
    }

    @Test
    void aClickThatIsReadLaterCountsWhatCameAfterIt() {
        journal.append(
                fetched(),
                conversion("purchase", "A-1", 2),
                conversion("purchase", "A-1", 4),
                conversion("purchase", "A-2", 5));
        assertConversions(0);

        journal.append(events.click(fetchId, 0, START.plusSeconds(3)));

        assertConversions(1);
    }

    @Test
    void aCorrectionOfWhatCountedLetsTheNextOneCount() {
        ConversionRecorded first = conversion("purchase", "A-1", 4);
        journal.append(
                fetched(),
                events.click(fetchId, 0, START.plusSeconds(1)),
                first,
                conversion("purchase", "A-2", 5));
        assertConversions(1);

        journal.append(events.correction(first, START.plusSeconds(60)));

        assertConversions(1);
    }

    @Test
    void aConversionPastTheAttributionWindowCountsForNothing() {
        ConversionRecorded late = conversion("purchase", "A-1", 2);
        late.setLate(true);

        journal.append(fetched(), events.click(fetchId, 0, START.plusSeconds(1)), late);

        assertConversions(0);
        assertThat(journal.rejected()).isEmpty();
    }

    @Test
    void conversionsAndCustomEventsHaveCellsOfTheirNames() {
        AdFetched fetched = fetched();
        fetched.setCountsNames(true);
        CustomEventRecorded viewed = events.custom(fetchId, START.plusSeconds(6));
        CustomEventRecorded shared = events.custom(fetchId, START.plusSeconds(6));
        shared.setEventName("shared/50%\0");
        ConversionRecorded sale = conversion("purchase", "A-1", 4);
        journal.append(
                fetched, events.click(fetchId, 0, START.plusSeconds(1)), sale, viewed, viewed);
        journal.append(shared);

        assertThat(named(false))
                .containsExactlyInAnyOrder(
                        tuple("purchase", "purchase", "", 1L, PRICE_MICROS, 0L),
                        tuple("", "", "viewed", 0L, 0L, 1L),
                        tuple("", "", "shared/50%\0", 0L, 0L, 1L));
        assertThat(journal.rejected()).isEmpty();

        journal.append(events.correction(sale, START.plusSeconds(60)));
        journal.append(events.correction(viewed, START.plusSeconds(60)));

        assertThat(named(true))
                .containsExactlyInAnyOrder(
                        tuple("purchase", "purchase", "", -1L, -PRICE_MICROS, 0L),
                        tuple("", "", "viewed", 0L, 0L, -1L));
    }

    private List<Tuple> named(boolean correction) {
        return journal.flush().cells(Granularity.day).stream()
                .filter(cell -> cell.getCorrection() == correction)
                .filter(cell ->
                        !cell.getConversionName().isEmpty() || !cell.getEventName().isEmpty())
                .map(cell ->
                        tuple(
                                cell.getConversionGoal(),
                                cell.getConversionName(),
                                cell.getEventName(),
                                cell.getConversionCount(),
                                cell.getSpendMicros(),
                                cell.getCustomEvents()))
                .toList();
    }

    private void assertConversions(long count) {
        List<RollupCell> days = journal.flush().cells(Granularity.day);
        assertThat(days.stream().mapToLong(RollupCell::getConversionCount).sum()).isEqualTo(count);
        assertThat(days.stream().mapToLong(RollupCell::getSpendMicros).sum())
                .isEqualTo(count * PRICE_MICROS);
    }

    private AdFetched fetched() {
        AdFetched fetched = events.fetched(fetchId, START);
        fetched.setPriceModel(PriceModel.cpa);
        fetched.setPriceMicros(PRICE_MICROS);
        fetched.setConversionGoals(
                List.of(
                        new ConversionGoal(
                                "purchase", List.of("purchase"), false, 60_000L, 0L, null)));
        return fetched;
    }

    private ConversionRecorded conversion(
            String name, @Nullable String orderId, long afterSeconds) {
        ConversionRecorded conversion =
                events.conversion(fetchId, null, START.plusSeconds(afterSeconds));
        conversion.setConversionName(name);
        conversion.setOrderId(orderId);
        return conversion;
    }
}
