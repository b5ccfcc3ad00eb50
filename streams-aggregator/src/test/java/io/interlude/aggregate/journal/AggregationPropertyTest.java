package io.interlude.aggregate.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.EventRejected;
import io.interlude.schema.Granularity;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
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
            driver.flush();

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
            driver.flushReach();

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
            rebuilt.flush();

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

    private static void append(JournalDriver driver, List<SpecificRecord> records, Random random) {
        for (SpecificRecord record : records) {
            driver.append(record);
            driver.ads.read |= random.nextInt(200) == 0;
            if (random.nextInt(20) == 0) {
                driver.flush();
            }
        }
        driver.flush();
    }

    private static Map<String, Long> counts(List<RollupCell> cells) {
        Map<String, Long> cellToCount = new TreeMap<>();
        for (RollupCell cell : cells) {
            String start =
                    cell.getStartsAt() + "/" + cell.getCreativeId() + "/" + cell.getCurrency();
            Map<String, Long> metricToCount =
                    Map.ofEntries(
                            Map.entry("fetches", cell.getFetches()),
                            Map.entry("noFills", cell.getNoFills()),
                            Map.entry("sends", cell.getSends()),
                            Map.entry("delivers", cell.getDelivers()),
                            Map.entry("reads", cell.getReads()),
                            Map.entry("clicks", cell.getClicks()),
                            Map.entry("uniqueClicks", cell.getUniqueClicks()),
                            Map.entry("conversions", cell.getConversionCount()),
                            Map.entry("value", cell.getConversionValueMicros()),
                            Map.entry("spend", cell.getSpendMicros()),
                            Map.entry("engagements", cell.getEngagements()),
                            Map.entry("invalidClicks", cell.getInvalidClicks()),
                            Map.entry("invalidConversions", cell.getInvalidConversions()));
            metricToCount.forEach(
                    (metric, count) -> cellToCount.merge(start + "/" + metric, count, Long::sum));
        }
        cellToCount.values().removeIf(count -> count == 0);
        return cellToCount;
    }

    private static ChronoUnit unit(Granularity granularity) {
        return switch (granularity) {
            case minute -> ChronoUnit.MINUTES;
            case hour -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
    }

    /// Creative and count to fetches and engaged fetches.
    private static Map<String, Long> engagements(Map<String, CreativeEngagement> published) {
        Map<String, Long> counts = new TreeMap<>();
        published
                .values()
                .forEach(engagement -> {
                    counts.put(engagement.getCreativeId() + "/fetches", engagement.getFetches());
                    counts.put(
                            engagement.getCreativeId() + "/engagements",
                            engagement.getEngagedFetches());
                });
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /// The same of naive cells.
    private static Map<String, Long> engagementsOf(Map<String, Long> cellToCount) {
        Map<String, Long> counts = new TreeMap<>();
        cellToCount.forEach((cell, count) -> {
            String[] parts = cell.split("/", -1);
            if (parts[3].equals("fetches") || parts[3].equals("engagements")) {
                counts.merge(parts[1] + "/" + parts[3], count, Long::sum);
            }
        });
        return counts;
    }

    private static Map<String, Long> lifetimes(Map<String, Object> keyToFrequency) {
        Map<String, Long> lifetimes = new TreeMap<>();
        keyToFrequency.forEach((key, frequency) ->
                ((SubscriberFrequency) frequency)
                        .getCounters()
                        .forEach(counter ->
                                lifetimes.put(
                                        key.substring(key.indexOf('\0') + 1),
                                        counter.getLifetime())));
        return lifetimes;
    }

    private static Map<String, Long> widened(Map<String, Long> minutes, Granularity granularity) {
        ChronoUnit unit = unit(granularity);
        Map<String, Long> cellToCount = new TreeMap<>();
        minutes.forEach((cell, count) -> {
            int separator = cell.indexOf('/');
            Instant start = Instant.parse(cell.substring(0, separator)).truncatedTo(unit);
            cellToCount.merge(start + cell.substring(separator), count, Long::sum);
        });
        return cellToCount;
    }

    private static Map<String, Long> spentMicros(Map<String, LineItemSpend> spends) {
        Map<String, Long> dayToMicros = new TreeMap<>();
        for (LineItemSpend spend : spends.values()) {
            spend.getDays()
                    .forEach(day ->
                            dayToMicros.put(
                                    spend.getLineItemId() + "/" + day.getEpochDay(),
                                    day.getSpentMicros()));
        }
        dayToMicros.values().removeIf(micros -> micros == 0);
        return dayToMicros;
    }
}
