package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.outcome.Slice;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CapScope;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.DaySpend;
import io.interlude.schema.EngagementEpoch;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.Granularity;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.OutcomeCell;
import io.interlude.schema.PartitionOffset;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AggregationTopologyTest {
    private final JournalEvents events = new JournalEvents();
    private final JournalDriver journal = new JournalDriver();
    private final String fetchId = events.fetchId(START);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void fetchIsCountedInItsMinuteHourAndDay() {
        journal.append(events.fetched(fetchId, START.plusSeconds(61)));
        journal.flush();

        assertThat(journal.published(Topics.ROLLUPS).keySet())
                .containsExactly(
                        "day/2026-03-01T00:00:00Z/acme/app/unit/campaign/line/card/native$/USD",
                        "hour/2026-03-01T12:00:00Z/acme/app/unit/campaign/line/card/native$/USD",
                        "minute/2026-03-01T12:01:00Z/acme/app/unit/campaign/line/card/native$/USD");
        assertThat(journal.cells(Granularity.minute))
                .singleElement()
                .extracting(RollupCell::getFetches, RollupCell::getStartsAt)
                .containsExactly(1L, START.plusSeconds(60));
    }

    @Test
    void spendCarriesTheOffsetThatItIncludes() {
        journal.append(cpm(events.fetchId(START)), cpm(events.fetchId(START)));
        journal.flush();

        assertThat(journal.published(Topics.PACING))
                .containsOnlyKeys("acme/line")
                .containsValue(
                        new LineItemSpend(
                                "acme",
                                "line",
                                List.of(new DaySpend(20_513L, 2L, 4_000L)),
                                2L,
                                4_000L,
                                List.of(new PartitionOffset(0, 1L)),
                                0L,
                                0L,
                                START,
                                0L));
        assertThat(journal.published(Topics.ENGAGEMENT))
                .containsOnlyKeys("acme/card")
                .containsValue(
                        new CreativeEngagement(
                                "acme",
                                "line",
                                "card",
                                2L,
                                0L,
                                List.of(new PartitionOffset(0, 1L)),
                                0L,
                                -1L,
                                List.of(new EngagementEpoch(0L, 2L, 0L)),
                                List.of(
                                        new OutcomeCell(
                                                0L,
                                                Slice.of(Double.NaN, "unit"),
                                                2L,
                                                0L,
                                                0L,
                                                0L))));
    }

    @Test
    void sumsGoOnOverFlushes() {
        journal.append(cpm(events.fetchId(START)));
        journal.flush();
        journal.append(cpm(events.fetchId(START)));
        journal.flush();
        journal.flush();

        assertThat(journal.published(Topics.PACING, "acme/line"))
                .extracting(
                        LineItemSpend::getLifetimeFetches, LineItemSpend::getLifetimeSpentMicros)
                .containsExactly(2L, 4_000L);
        assertThat(journal.size(StoreNames.PENDING_SUMS)).isZero();
    }

    @Test
    void fetchAdvancesItsSubscribersCounters() {
        journal.append(
                events.fetchedBy("sam", events.fetchId(START), START),
                events.fetchedBy("sam", events.fetchId(START), START.plusSeconds(1)));

        assertThat(frequency("sam"))
                .isEqualTo(
                        new SubscriberFrequency(
                                1L,
                                List.of(
                                        new FrequencyCounter(
                                                CapScope.lineItem,
                                                "line",
                                                2L,
                                                List.of(START, START.plusSeconds(1)))),
                                List.of()));
    }

    @Test
    void fetchWithoutASubscriberAdvancesItsConversationsCounters() {
        AdFetched second = events.fetchedIn("talk", events.fetchId(START), START.plusSeconds(1));
        second.setFrequencyScopes(
                List.of(
                        new FrequencyScope(CapScope.conversation, "talk", 16),
                        new FrequencyScope(CapScope.conversation, "talk/turn/3", 1)));
        journal.append(
                events.fetchedIn("talk", events.fetchId(START), START),
                second,
                events.fetchedIn("other", events.fetchId(START), START));

        assertThat(frequency("talk").getCounters())
                .extracting(FrequencyCounter::getId, FrequencyCounter::getLifetime)
                .containsExactly(tuple("talk", 2L), tuple("talk/turn/3", 1L));
        assertThat(frequency("other").getCounters()).hasSize(1);

        journal.append(events.correction(second, START.plusSeconds(60)));
        assertThat(frequency("talk").getCounters())
                .extracting(FrequencyCounter::getId, FrequencyCounter::getLifetime)
                .containsExactly(tuple("talk", 1L));
    }

    @Test
    void fetchThatIsJournaledTwiceIsCountedOnceAndItsOffsetApplied() {
        AdFetched fetched = events.fetchedBy("sam", fetchId, START);
        journal.append(fetched, fetched);
        journal.flush();

        assertThat(total(RollupCell::getFetches)).isEqualTo(1);
        assertThat(frequency("sam").getAppliedOffset()).isEqualTo(1);
        assertThat(frequency("sam").getCounters().getFirst().getLifetime()).isEqualTo(1);
        assertThat(journal.published(Topics.PACING, "acme/line").getApplied())
                .containsExactly(new PartitionOffset(0, 1L));
    }

    @Test
    void testFetchAndItsEventsAreCountedNowhere() {
        AdFetched test = events.fetchedBy("sam", fetchId, START);
        test.setTest(true);
        ClickRecorded click = events.click(fetchId, 0, START);
        journal.append(test, click);
        journal.flush();

        assertThat(journal.size(StoreNames.ROLLUP_CELLS)).isZero();
        assertThat(journal.size(StoreNames.SUBSCRIBER_FREQUENCIES)).isZero();
        assertThat(journal.published(Topics.PACING)).isEmpty();
        assertThat(journal.rejected()).isEmpty();
    }

    @Test
    void eventBeforeItsFetchIsReplayedWhenTheFetchComes() {
        journal.append(
                events.delivery(EventType.send, fetchId, START),
                events.click(fetchId, 0, START),
                events.click(fetchId, 0, START.plusSeconds(5)));
        journal.flush();
        assertThat(journal.size(StoreNames.ROLLUP_CELLS)).isZero();
        assertThat(journal.size(StoreNames.PARKED_EVENTS)).isEqualTo(3);

        journal.append(events.fetched(fetchId, START));
        journal.flush();

        assertThat(journal.size(StoreNames.PARKED_EVENTS)).isZero();
        assertThat(total(RollupCell::getSends)).isEqualTo(1);
        assertThat(total(RollupCell::getClicks)).isEqualTo(2);
        assertThat(total(RollupCell::getUniqueClicks)).isEqualTo(1);
        journal.advance(JournalDriver.PARKED_TIMEOUT.multipliedBy(2));
        assertThat(journal.rejected()).isEmpty();
    }

    @Test
    void eventWhoseFetchDoesNotComeIsRejected() {
        ClickRecorded click = events.click(fetchId, 0, START);
        journal.append(click);
        journal.advance(JournalDriver.PARKED_TIMEOUT.minusSeconds(1));
        assertThat(journal.rejected()).isEmpty();

        journal.advance(Duration.ofSeconds(1));

        assertThat(journal.rejected())
                .singleElement()
                .satisfies(rejected -> {
                    assertThat(rejected.getReason()).isEqualTo("unknown_fetch");
                    assertThat(rejected.getStage()).isEqualTo(RejectionStage.aggregator);
                    assertThat(rejected.getEventId()).isEqualTo(click.getEventId());
                    assertThat(rejected.getFetchId()).isEqualTo(fetchId);
                    assertThat(rejected.getOrgId()).isEqualTo("acme");
                });
        assertThat(journal.size(StoreNames.PARKED_EVENTS)).isZero();
    }

    @Test
    void eventOfAnotherOrgsFetchIsRejected() {
        ClickRecorded click = events.click(fetchId, 0, START);
        click.setOrgId("other");
        journal.append(events.fetched(fetchId, START), click);

        assertThat(journal.rejected())
                .extracting(EventRejected::getReason)
                .containsExactly("unknown_fetch");
        assertThat(total(RollupCell::getClicks)).isZero();
    }

    @Test
    void eventsAreCountedOnceByTheirId() {
        ClickRecorded click = events.click(fetchId, 0, START);
        var conversion = events.conversion(null, 7L, START);
        var notFilled = events.notFilled(START);
        journal.append(events.fetched(fetchId, START), click, click, conversion, conversion);
        journal.append(notFilled, notFilled);
        journal.flush();

        assertThat(total(RollupCell::getClicks)).isEqualTo(1);
        assertThat(total(RollupCell::getConversionCount)).isEqualTo(1);
        assertThat(total(RollupCell::getNoFills)).isEqualTo(1);
    }

    @Test
    void eventsAreCountedOnceAcrossARestart() {
        // given
        ClickRecorded click = events.click(fetchId, 0, START);
        ConversionRecorded conversion = events.conversion(null, 7L, START);
        journal.append(events.fetched(fetchId, START), click, conversion);
        journal.flush();

        // when
        try (JournalDriver restarted = new JournalDriver()) {
            restarted.restore(journal);
            restarted.append(click, conversion, events.click(fetchId, 1, START));
            restarted.flush();

            // then
            assertThat(restarted.cells(Granularity.day))
                    .extracting(RollupCell::getClicks, RollupCell::getConversionCount)
                    .containsExactlyInAnyOrder(tuple(2L, 0L), tuple(0L, 1L));
        }
    }

    @Test
    void conversionWithoutAFetchIsCountedOnceWheneverItIsSentAgain() {
        ConversionRecorded conversion = events.conversion(null, 7L, START);
        ConversionRecorded again = ConversionRecorded.newBuilder(conversion).build();
        again.setReceivedAt(START.plus(Duration.ofDays(3)));
        journal.append(conversion, again);
        journal.flush();
        assertThat(total(RollupCell::getConversionCount)).isEqualTo(1);
        assertThat(journal.size(StoreNames.COUNTED_EVENTS)).isEqualTo(2);

        Instant later = START.plus(JournalDriver.FETCH_RETENTION).plusSeconds(3_600);
        journal.append(events.notFilled(later), events.notFilled(later.plusSeconds(1)));
        assertThat(journal.size(StoreNames.COUNTED_EVENTS)).isEqualTo(2);
    }

    @Test
    void repeatedClickIsNeitherUniqueNorBilled() {
        journal.append(
                events.fetched(fetchId, START),
                events.click(fetchId, 0, START),
                events.click(fetchId, 0, START.plusSeconds(30)));
        journal.flush();

        assertThat(total(RollupCell::getClicks)).isEqualTo(2);
        assertThat(total(RollupCell::getUniqueClicks)).isEqualTo(1);
        assertThat(total(RollupCell::getEngagements)).isEqualTo(1);
        assertThat(total(RollupCell::getSpendMicros)).isEqualTo(500_000);
        assertThat(journal.published(Topics.PACING, "acme/line").getLifetimeSpentMicros())
                .isEqualTo(500_000);
    }

    @Test
    void invalidTrafficIsCountedApartAndBillsNothing() {
        ClickRecorded click = events.click(fetchId, 0, START);
        click.setInvalidTraffic("prefetch");
        ConversionRecorded conversion = events.conversion(fetchId, 7L, START);
        conversion.setInvalidTraffic("rate");
        ConversionRecorded unattributed = events.conversion(null, 7L, START);
        unattributed.setInvalidTraffic("declared_bot");
        journal.append(events.fetched(fetchId, START), click, conversion, unattributed, click);
        journal.flush();

        assertThat(total(RollupCell::getInvalidClicks)).isEqualTo(1);
        assertThat(total(RollupCell::getInvalidConversions)).isEqualTo(2);
        assertThat(total(RollupCell::getClicks)).isZero();
        assertThat(total(RollupCell::getUniqueClicks)).isZero();
        assertThat(total(RollupCell::getConversionCount)).isZero();
        assertThat(total(RollupCell::getConversionValueMicros)).isZero();
        assertThat(total(RollupCell::getSpendMicros)).isZero();
        assertThat(total(RollupCell::getEngagements)).isZero();
    }

    @Test
    void invalidClickMakesNoRepeatOfTheNextOne() {
        ClickRecorded bot = events.click(fetchId, 0, START);
        bot.setInvalidTraffic("declared_bot");
        journal.append(
                events.fetched(fetchId, START),
                bot,
                events.click(fetchId, 0, START.plusSeconds(1)));
        journal.flush();

        assertThat(total(RollupCell::getUniqueClicks)).isEqualTo(1);
        assertThat(total(RollupCell::getInvalidClicks)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = EventType.class,
            names = {"choice_tap", "nlu_match", "handoff_click", "flow_complete"})
    void engagingStepMakesItsFetchEngagedOnce(EventType type) {
        journal.append(
                events.fetchedFlow(fetchId, START),
                events.flowStep(EventType.node_visit, fetchId, START),
                events.flowStep(type, fetchId, START),
                events.click(fetchId, 0, START));
        journal.flush();

        assertThat(total(RollupCell::getEngagements)).isEqualTo(1);
        assertThat(journal.published(Topics.ENGAGEMENT, "acme/card").getEngagedFetches())
                .isEqualTo(1);
    }

    @Test
    void customEventsOfFetchesFromBeforeNamesAreMatchedButCountedNowhere() {
        journal.append(events.fetched(fetchId, START), events.custom(fetchId, START));
        journal.append(events.custom(events.fetchId(START), START));
        journal.advance(JournalDriver.PARKED_TIMEOUT);

        assertThat(journal.cells(Granularity.day)).hasSize(1);
        assertThat(journal.rejected())
                .extracting(EventRejected::getEventType)
                .containsExactly(EventType.custom);
    }

    @Test
    void bytesThatAreNoRecordAreRejectedAndStopNothing() {
        journal.appendBytes(Topics.CLICKS, "no record".getBytes(StandardCharsets.UTF_8), START);
        journal.append(events.fetched(fetchId, START));
        journal.flush();

        assertThat(journal.rejected())
                .singleElement()
                .satisfies(rejected -> {
                    assertThat(rejected.getReason()).isEqualTo("unreadable_record");
                    assertThat(rejected.getBodyJson())
                            .isEqualTo("{\"topic\":\"ads.clicks\",\"partition\":0,\"offset\":0}");
                });
        assertThat(total(RollupCell::getFetches)).isEqualTo(1);
        assertThat(
                        journal.meters
                                .counter("interlude.aggregate.records", "outcome", "rejected")
                                .count())
                .isEqualTo(1);
    }

    @Test
    void recordThatMakesNoSenseIsRejectedAndStopsNothing() {
        AdFetched unknownZone = events.fetched(fetchId, START);
        unknownZone.setTimeZone("Mars/Olympus");
        AdFetched unknownPrice = events.fetched(fetchId, START);
        unknownPrice.setPriceModel(PriceModel.UNKNOWN);
        AdFetched malformedId = events.fetched("native-1", START);
        AdFetched beforeAllCells = events.fetched(fetchId, START);
        beforeAllCells.setOccurredAt(Instant.ofEpochMilli(Long.MIN_VALUE));
        journal.append(
                unknownZone,
                unknownPrice,
                malformedId,
                beforeAllCells,
                events.fetched(fetchId, START));
        journal.flush();

        assertThat(journal.rejected())
                .extracting(EventRejected::getReason)
                .containsOnly("unreadable_record")
                .hasSize(4);
        assertThat(total(RollupCell::getFetches)).isEqualTo(1);
    }

    @Test
    void registryThatIsAwayIsNoReasonToReject() {
        assertThatThrownBy(() ->
                        journal.appendBytes(Topics.CLICKS, JournalDriver.REGISTRY_AWAY, START))
                .hasRootCauseInstanceOf(TimeoutException.class);
        assertThat(journal.rejected()).isEmpty();
    }

    @Test
    void fetchIsForgottenAfterItsRetentionWithTheEventsOfIt() {
        // given
        String lastingId = events.fetchId(START.plusSeconds(7_200));
        journal.append(
                events.fetched(fetchId, START),
                events.click(fetchId, 0, START),
                events.fetched(lastingId, START.plusSeconds(7_200)),
                events.click(lastingId, 0, START.plusSeconds(7_200)),
                events.notFilled(START));

        // when
        Instant later = START.plus(JournalDriver.FETCH_RETENTION).plusSeconds(3_600);
        journal.append(events.notFilled(later), events.notFilled(later.plusSeconds(1)));

        // then
        assertThat(journal.fetches()).hasSize(1);
        // The lasting fetch's click, and the two late requests.
        assertThat(journal.size(StoreNames.COUNTED_EVENTS)).isEqualTo(3);
        journal.append(events.click(fetchId, 0, later), events.click(lastingId, 0, later));
        journal.advance(JournalDriver.PARKED_TIMEOUT);
        assertThat(journal.rejected())
                .extracting(EventRejected::getFetchId)
                .containsExactly(fetchId);
        assertThat(total(RollupCell::getClicks)).isEqualTo(3);
    }

    @Test
    void whatIsReceivedPastTheWindowIsRejectedThoughItsFetchIsKnown() {
        Instant last = START.plus(JournalDriver.WINDOW.length());
        journal.append(events.fetched(fetchId, START), events.click(fetchId, 0, last));
        journal.append(events.click(fetchId, 0, last.plusMillis(1)));
        journal.flush();

        assertThat(journal.fetches()).hasSize(1);
        assertThat(journal.rejected())
                .extracting(EventRejected::getReason)
                .containsExactly("unknown_fetch");
        assertThat(total(RollupCell::getClicks)).isOne();
    }

    private long total(ToLongFunction<RollupCell> counter) {
        return journal.cells(Granularity.day).stream().mapToLong(counter).sum();
    }

    private SubscriberFrequency frequency(String subscriber) {
        SubscriberFrequency frequency =
                journal.<String, SubscriberFrequency>store(StoreNames.SUBSCRIBER_FREQUENCIES)
                        .get(
                                SubscriberFrequencies.key(
                                        new OrgId("acme"), new Subscriber(subscriber)));
        assertThat(frequency).isNotNull();
        return frequency;
    }

    private AdFetched cpm(String id) {
        AdFetched fetched = events.fetched(id, START);
        fetched.setPriceModel(PriceModel.cpm);
        fetched.setPriceMicros(2_000_000);
        fetched.setBilledMicros(2_000);
        return fetched;
    }
}
