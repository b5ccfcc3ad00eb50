package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.Counts.counts;
import static io.interlude.aggregate.topology.Counts.engagements;
import static io.interlude.aggregate.topology.Counts.engagementsOf;
import static io.interlude.aggregate.topology.Counts.lifetimes;
import static io.interlude.aggregate.topology.Counts.spentMicros;
import static io.interlude.aggregate.topology.Counts.unit;
import static io.interlude.aggregate.topology.Counts.widened;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.journal.retention.RetentionKeys;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.EventRejected;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.RollupCell;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.security.SecureRandom;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever the order in which the topics are read, and whenever sums are flushed.
class AggregationPropertyTest {
    private static final int FETCHES = 120;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void cellsEqualANaiveCount(long seed) {
        // given
        Random random = new Random(seed);
        RandomJournal journal = new RandomJournal(random, FETCHES);
        NaiveCount expected = new NaiveCount(journal.records);

        // when
        try (JournalDriver driver = new JournalDriver()) {
            driver.ads.read = random.nextBoolean();
            append(driver, journal.interleaved(random), random);
            driver.ads.read = true;
            driver.settle();

            // then
            assertThat(counts(driver.cells(Granularity.minute))).isEqualTo(expected.cellToCount);
            for (Granularity longer : List.of(Granularity.hour, Granularity.day)) {
                assertThat(counts(driver.cells(longer)))
                        .isEqualTo(widened(expected.cellToCount, longer));
            }
            driver.flushReach();
            assertThat(driver.reach(Granularity.minute))
                    .isEqualTo(expected.reach(ChronoUnit.MINUTES));
            assertThat(driver.reach(Granularity.hour)).isEqualTo(expected.reach(ChronoUnit.HOURS));
            assertThat(driver.reach(Granularity.day)).isEqualTo(expected.reach(ChronoUnit.DAYS));
            assertThat(spentMicros(driver.published(Topics.PACING)))
                    .isEqualTo(expected.dayToMicros);
            assertThat(driver.size(StoreNames.PARKED_EVENTS)).isZero();
            assertThat(driver.rejected())
                    .extracting(EventRejected::getEventId)
                    .containsExactlyInAnyOrderElementsOf(expected.unmatched);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
    void correctedCellsEqualANaiveCountWithoutWhatWasTakenBack(long seed) {
        // given
        Random random = new Random(seed);
        RandomJournal journal = new RandomJournal(random, FETCHES).correct();
        NaiveCount before = new NaiveCount(journal.records);
        NaiveCount after = NaiveCount.corrected(journal.records);

        // when
        try (JournalDriver driver = new JournalDriver()) {
            append(driver, journal.interleaved(random), random);
            driver.settle().flushReach();

            // then
            for (Granularity granularity :
                    List.of(Granularity.minute, Granularity.hour, Granularity.day)) {
                List<RollupCell> cells = driver.cells(granularity);
                assertThat(counts(cells)).isEqualTo(widened(after.cellToCount, granularity));
                assertThat(counts(cells.stream().filter(cell -> !cell.getCorrection()).toList()))
                        .isEqualTo(widened(before.cellToCount, granularity));
                assertThat(driver.reach(granularity)).isEqualTo(after.reach(unit(granularity)));
                assertThat(driver.reach(granularity, false))
                        .isEqualTo(before.reach(unit(granularity)));
            }
            assertThat(spentMicros(driver.published(Topics.PACING))).isEqualTo(after.dayToMicros);
            assertThat(engagements(driver.published(Topics.ENGAGEMENT)))
                    .isEqualTo(engagementsOf(after.cellToCount));
            assertThat(lifetimes(driver.contents(StoreNames.SUBSCRIBER_FREQUENCIES)))
                    .isEqualTo(after.frequencies());
            assertThat(driver.size(StoreNames.PARKED_EVENTS)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void stateRebuiltFromTheJournalEqualsTheLiveState(long seed) {
        // given
        Random random = new Random(seed);
        RandomJournal journal = new RandomJournal(random, FETCHES);
        try (JournalDriver live = new JournalDriver();
                JournalDriver rebuilt = new JournalDriver()) {
            // when
            append(live, journal.interleaved(random), random);
            journal.interleaved(random).forEach(rebuilt::append);
            rebuilt.settle();

            // then
            assertThat(rebuilt.published(Topics.PACING))
                    .isEqualTo(live.<LineItemSpend>published(Topics.PACING));
            assertThat(rebuilt.published(Topics.ENGAGEMENT))
                    .isEqualTo(live.<CreativeEngagement>published(Topics.ENGAGEMENT));
            assertThat(counts(rebuilt.cells(Granularity.minute)))
                    .isEqualTo(counts(live.cells(Granularity.minute)));
            assertThat(rebuilt.contents(StoreNames.SUBSCRIBER_FREQUENCIES))
                    .isEqualTo(live.contents(StoreNames.SUBSCRIBER_FREQUENCIES));
            assertThat(rebuilt.contents(StoreNames.FETCHES))
                    .isEqualTo(live.contents(StoreNames.FETCHES));
        }
    }

    /// Of no-fills and fetches with candidates, by whose rules and similarities they are counted.
    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void outlinesCountLikeTheEventsThatTheyAreOf(long seed) {
        // given
        Random random = new Random(seed);
        List<JournalEvent> journal =
                new RandomJournal(random, FETCHES).correct().interleaved(random);
        for (JournalEvent event : journal) {
            if (event instanceof AdFetched fetched) {
                fetched.setCandidates(List.of(served(random.nextDouble())));
            }
        }
        Serializer<SpecificRecord> writing =
                encryption()
                        .writing((_, event) ->
                                JournalDriver.bytes(JournalDriver.topicOf(event), event));
        try (JournalDriver whole = new JournalDriver();
                JournalDriver outlines = new JournalDriver()) {
            // when
            int unlike = 0;
            for (JournalEvent event : journal) {
                Topic<?> topic = JournalDriver.topicOf(event);
                byte[] bytes = writing.serialize(topic.name(), event);
                unlike += Arrays.equals(bytes, JournalDriver.bytes(topic, event)) ? 0 : 1;
                whole.append(event);
                outlines.appendBytes(topic, bytes, event.getReceivedAt());
            }
            for (JournalDriver driver : List.of(whole, outlines)) {
                driver.settle().flushReach();
            }

            // then
            assertThat(unlike).isGreaterThan(FETCHES);
            for (Granularity granularity : List.of(Granularity.minute, Granularity.day)) {
                assertThat(outlines.cells(granularity)).isEqualTo(whole.cells(granularity));
                assertThat(outlines.reach(granularity)).isEqualTo(whole.reach(granularity));
            }
            assertThat(outlines.published(Topics.PACING))
                    .isEqualTo(whole.<LineItemSpend>published(Topics.PACING));
            assertThat(outlines.published(Topics.ENGAGEMENT))
                    .isEqualTo(whole.<CreativeEngagement>published(Topics.ENGAGEMENT));
            for (String store : List.of(StoreNames.FETCHES, StoreNames.SUBSCRIBER_FREQUENCIES)) {
                assertThat(outlines.contents(store)).isEqualTo(whole.contents(store));
            }
        }
    }

    private static CandidateVerdict served(double relevance) {
        return CandidateVerdict.newBuilder()
                .setLineItemId("line")
                .setRule("served")
                .setRelevance(relevance)
                .build();
    }

    /// Of all orgs, with keys from the first day on.
    private static EventEncryption encryption() {
        EpochKeys keys = new EpochKeys(0, new byte[EpochKeys.SECRET_BYTES]);
        RetentionKeys same =
                new RetentionKeys() {
                    @Override
                    public boolean has(OrgId orgId) {
                        return true;
                    }

                    @Override
                    public Optional<EpochKeys> of(OrgId orgId) {
                        return Optional.of(keys);
                    }
                };
        return new EventEncryption(same, _ -> 0, new SecureRandom());
    }

    private static void append(JournalDriver driver, List<JournalEvent> records, Random random) {
        for (JournalEvent record : records) {
            driver.append(record);
            driver.ads.read |= random.nextInt(200) == 0;
            if (random.nextInt(20) == 0) {
                driver.flush();
            }
        }
        driver.settle();
    }
}
