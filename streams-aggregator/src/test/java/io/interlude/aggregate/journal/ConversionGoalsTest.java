package io.interlude.aggregate.journal;

import static io.interlude.aggregate.journal.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.Granularity;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RollupCell;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
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

    private void assertConversions(long count) {
        List<RollupCell> days = journal.flush().cells(Granularity.day);
        assertThat(days.stream().mapToLong(RollupCell::getConversionCount).sum()).isEqualTo(count);
        assertThat(days.stream().mapToLong(RollupCell::getSpendMicros).sum())
                .isEqualTo(count * PRICE_MICROS);
    }

    private SpecificRecord fetched() {
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
