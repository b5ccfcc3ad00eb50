package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.rejected.Rejections;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.OrderKey;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Fetches with more events than a conversation has.
class LongFetchTest {
    private static final int MOST = EventBounds.EVENTS_OF_FETCH_MAX;
    private static final byte JUDGED = 6;
    private static final Instant MUCH_LATER =
            START.plus(JournalDriver.FETCH_RETENTION).plus(Duration.ofDays(1));

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
        fetched.setConversionGoals(List.of(goal(true)));
        driver.append(fetched);
        List<ConversionRecorded> conversions = conversions(MOST);
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

    @Test
    void ordersInTheStateOfAnEarlierVersionStillCountElsewhere() {
        // given
        driver.append(fetched);
        KeyValueStore<Object, FetchState> fetches = driver.store(StoreNames.FETCHES);
        OrderKey order = OrderKey.ofLineItem(new OrgId("acme"), new LineItemId("line"), "order-1");
        try (var entries = fetches.all()) {
            var only = entries.next();
            only.value.setOrdersElsewhere(List.of(order.value()));
            fetches.put(only.key, only.value);
        }

        // when: the order is of no other fetch, which the first conversion tells
        ConversionRecorded conversion = events.conversion(fetchId, 1_000_000L, START);
        conversion.setOrderId("order-1");
        driver.append(conversion);
        driver.settle();

        // then
        assertThat(driver.told())
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.getOrderKey()).isEqualTo(order.value());
                    assertThat(told.getOrderElsewhere()).isFalse();
                });
        assertThat(driver.fetches())
                .singleElement()
                .satisfies(state -> assertThat(state.getOrdersElsewhere()).isEmpty());
        assertThat(sum(RollupCell::getConversionCount)).isOne();
    }

    @Test
    void conversionsAreJudgedByFewEntriesOfTheStore() {
        // given
        fetched.setConversionGoals(List.of(goal(true)));
        driver.append(fetched);
        reads(100).forEach(driver::append);

        // when
        conversions(100).forEach(driver::append);
        driver.append(events.click(fetchId, 0, START.plusSeconds(30)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getConversionCount)).isEqualTo(100);
        assertThat(judged()).hasSize(7);

        // when
        AdFetched later = events.fetchedBy("ana", events.fetchId(MUCH_LATER), MUCH_LATER);
        driver.append(later);

        // then
        assertThat(judged()).isEmpty();
    }

    @Test
    void aConversionIsJudgedByWhatAnEarlierVersionCounted() {
        // given
        fetched.setConversionGoals(List.of(goal(false)));
        List<ConversionRecorded> conversions = conversions(3);
        driver.append(fetched, conversions.get(0));
        KeyValueStore<Bytes, byte[]> store = driver.store(StoreNames.COUNTED_EVENTS);
        judged().forEach(store::delete);

        // when
        driver.append(conversions.get(1), conversions.get(2));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getConversionCount)).isOne();
        assertThat(judged()).hasSize(1);
    }

    @Test
    void noFetchIsJudgedByTheEventsOfTheOneWithTheNextId() {
        // given
        UUID id = FetchId.parse(fetchId).orElseThrow().uuid();
        UUID nextId = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + 1);
        AdFetched next = events.fetchedBy("ana", new FetchId(nextId).toString(), START);
        List.of(fetched, next).forEach(each -> each.setConversionGoals(List.of(goal(false))));
        driver.append(fetched, next);

        // when
        convert(next, "order");
        convert(fetched, "other");
        convert(fetched, "order");
        driver.flush();

        // then
        assertThat(sum(RollupCell::getConversionCount)).isEqualTo(2);
    }

    private void convert(AdFetched of, String name) {
        ConversionRecorded conversion =
                events.conversion(of.getFetchId(), 1_000_000L, START.plusSeconds(1));
        conversion.setConversionName(name);
        driver.append(conversion);
    }

    /// The entries of what conversions are judged by.
    private List<Bytes> judged() {
        List<Bytes> keys = new ArrayList<>();
        try (var entries = driver.<Bytes, byte[]>store(StoreNames.COUNTED_EVENTS).all()) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        return keys.stream().filter(key -> key.get()[0] == JUDGED).toList();
    }

    private static ConversionGoal goal(boolean every) {
        return new ConversionGoal(
                "order",
                List.of("order"),
                every,
                Duration.ofDays(7).toMillis(),
                Duration.ofDays(1).toMillis(),
                null);
    }

    private List<ConversionRecorded> conversions(int count) {
        List<ConversionRecorded> conversions = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            ConversionRecorded conversion =
                    events.conversion(fetchId, 1_000_000L, START.plusMillis(number));
            conversion.setConversionName("order");
            conversions.add(conversion);
        }
        return conversions;
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
