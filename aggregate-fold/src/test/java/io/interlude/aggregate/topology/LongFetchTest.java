package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.rejected.Rejections;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Fetches with more events than a conversation has.
class LongFetchTest {
    private static final int MOST = EventBounds.EVENTS_OF_FETCH_MAX;

    private final JournalDriver driver = new JournalDriver();
    private final JournalEvents events = new JournalEvents();
    private final String fetchId = events.fetchId(START);
    private final AdFetched fetched = events.fetchedBy("ana", fetchId, START);

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void ofEachTopicTheFirstThousandCount() {
        // given
        driver.append(fetched);
        List<DeliveryRecorded> reads = reads(MOST + 20);

        // when
        reads.forEach(driver::append);
        driver.append(reads.getFirst());
        driver.append(events.click(fetchId, 0, START.plusSeconds(30)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getReads)).isEqualTo(MOST);
        assertThat(sum(RollupCell::getClicks)).isOne();
        assertThat(driver.rejected())
                .hasSize(20)
                .extracting(EventRejected::getReason)
                .containsOnly(Rejections.TOO_MANY_EVENTS);
    }

    @Test
    void aCorrectionOfAllOfThemLeavesNone() {
        // given
        driver.append(fetched);
        List<DeliveryRecorded> reads = reads(MOST);
        reads.forEach(driver::append);

        // when
        reads.forEach(read -> driver.append(events.correction(read, START.plusSeconds(90))));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getReads)).isZero();
        assertThat(sum(RollupCell::getFetches)).isOne();
    }

    @Test
    void aCorrectionOfOneOfAThousandConversionsTakesOneAway() {
        // given
        fetched.setConversionGoals(
                List.of(
                        new ConversionGoal(
                                "order",
                                List.of("order"),
                                true,
                                Duration.ofDays(7).toMillis(),
                                Duration.ofDays(1).toMillis(),
                                null)));
        driver.append(fetched);
        List<ConversionRecorded> conversions = new ArrayList<>();
        for (int number = 0; number < MOST; number++) {
            ConversionRecorded conversion =
                    events.conversion(fetchId, 1_000_000L, START.plusMillis(number));
            conversion.setConversionName("order");
            conversions.add(conversion);
        }
        conversions.forEach(driver::append);
        driver.flush();
        assertThat(sum(RollupCell::getConversionCount)).isEqualTo(MOST);

        // when
        driver.append(events.correction(conversions.getFirst(), START.plusSeconds(90)));
        driver.append(events.click(fetchId, 0, START.plusSeconds(30)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getConversionCount)).isEqualTo(MOST - 1);
    }

    @Test
    void whatWasTakenBackInTheStateOfAnEarlierVersionStaysSo() {
        // given
        ClickRecorded first = events.click(fetchId, 0, START.plusSeconds(10));
        ClickRecorded second = events.click(fetchId, 0, START.plusSeconds(20));
        driver.append(fetched, first);
        KeyValueStore<Object, FetchState> fetches = driver.store(StoreNames.FETCHES);
        try (var entries = fetches.all()) {
            var only = entries.next();
            only.value.setTakenBackEvents(List.of(first.getEventId()));
            fetches.put(only.key, only.value);
        }

        // when
        driver.append(events.correction(first, START.plusSeconds(60)), second);
        driver.advance(Duration.ofSeconds(1));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getClicks, true)).isZero();
        assertThat(sum(RollupCell::getUniqueClicks, true)).isOne();
        assertThat(driver.fetches())
                .singleElement()
                .satisfies(state -> {
                    assertThat(state.getTakenBackEvents()).isEmpty();
                    assertThat(state.getCorrected()).isTrue();
                });
    }

    private List<DeliveryRecorded> reads(int count) {
        return new ArrayList<>(
                IntStream.range(0, count)
                        .mapToObj(second ->
                                events.delivery(EventType.read, fetchId, START.plusMillis(second)))
                        .toList());
    }

    private long sum(ToLongFunction<RollupCell> counter) {
        return driver.cells(Granularity.minute).stream().mapToLong(counter).sum();
    }

    private long sum(ToLongFunction<RollupCell> counter, boolean correction) {
        return driver.cells(Granularity.minute).stream()
                .filter(cell -> cell.getCorrection() == correction)
                .mapToLong(counter)
                .sum();
    }
}
