package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.query.InProcessReachQuery;
import io.interlude.aggregate.query.InProcessRollupQuery;
import io.interlude.aggregate.query.StorePartitions;
import io.interlude.aggregate.topology.AggregationTopology;
import io.interlude.aggregate.topology.Counts;
import io.interlude.aggregate.topology.JournalEvents;
import io.interlude.aggregate.topology.NaiveCount;
import io.interlude.aggregate.topology.RandomJournal;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The aggregator on a real broker, killed in the middle of its transactions, with and without the
/// stores on its disk: nothing is lost and nothing counts twice.
class KilledAggregatorIT {
    private static final Logger LOG = LoggerFactory.getLogger(KilledAggregatorIT.class);
    private static final long SEED = 41;
    private static final int FETCHES = 1_500;
    private static final int SUBSCRIBERS = 400;
    private static final int KILLS = 2;
    private static final Duration LONGEST_FOLD = Duration.ofSeconds(60);
    private static final OrgId ORG = new OrgId(JournalEvents.ORG);
    private static final Instant FROM = JournalEvents.START.minus(Duration.ofDays(2));
    private static final Instant TO = JournalEvents.START.plus(Duration.ofDays(4));

    /// The journal is of the past, and is kept; who is killed is soon out of the group.
    static final Map<String, String> BROKER =
            Map.ofEntries(
                    Map.entry("log.retention.ms", "-1"),
                    Map.entry("log.cleaner.enable", "false"),
                    Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
                    Map.entry("group.streams.assignment.interval.ms", "0"),
                    Map.entry("group.streams.min.heartbeat.interval.ms", "100"),
                    Map.entry("group.streams.heartbeat.interval.ms", "200"),
                    Map.entry("group.streams.min.session.timeout.ms", "1000"),
                    Map.entry("group.streams.session.timeout.ms", "3000"),
                    Map.entry("offsets.topic.num.partitions", "1"),
                    Map.entry(
                            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "200"));

    @TempDir private Path folder;

    @Test
    void cellsEqualANaiveCountHoweverOftenItIsKilled() throws Exception {
        // given
        Random random = new Random(SEED);
        RandomJournal journal = new RandomJournal(random, FETCHES, SUBSCRIBERS).correct();
        List<JournalEvent> records = journal.interleaved(random);
        try (TestBroker broker = TestBroker.start(folder.resolve("broker"), BROKER);
                JournalProducer producer = new JournalProducer(broker.bootstrapServers(), records);
                BrokerView view = new BrokerView(broker.bootstrapServers())) {
            broker.create(topics(), AggregatorProcess.PARTITIONS);

            // when
            Slices slices = new Slices(records, KILLS + 1, random);
            int cut = 0;
            Path state = folder.resolve("state-0");
            for (int kill = 0; kill < KILLS; kill++) {
                producer.append(slices.next());
                cut += killed(broker, state, view, random.nextInt(1, 40)) ? 1 : 0;
                // The stores are lost every second time.
                state = kill % 2 == 0 ? state : folder.resolve("state-" + kill);
            }
            producer.append(slices.next());

            // then
            LOG.info("event=killed records={} open_transactions={}", records.size(), cut);
            assertThat(cut).as("kills in the middle of a transaction").isPositive();
            assertThatAllIsCounted(journal, broker, view, state);
        }
    }

    /// Runs the aggregator until it is in the middle of its work, and kills it.
    ///
    /// @param records that it writes before it is killed
    /// @return whether that left a transaction open
    private boolean killed(TestBroker broker, Path state, BrokerView view, int records)
            throws Exception {
        long before = view.written();
        Process process =
                AggregatorProcess.start(
                        broker.bootstrapServers(), state, folder.resolve("aggregator.log"));
        try {
            Eventually.holds(
                    "it writes, log:\n" + Files.readString(folder.resolve("aggregator.log")),
                    () ->
                            view.written() >= before + records
                                    && isStoppedInTransaction(process, view));
        } finally {
            process.destroyForcibly().waitFor();
        }
        return view.transactionOpen();
    }

    /// Stops a process that has a transaction open, and lets it go on if that ended meanwhile: on a
    /// busy machine one could end each time between the look and the kill.
    private static boolean isStoppedInTransaction(Process process, BrokerView view) {
        if (!view.transactionOpen()) {
            return false;
        }
        signal(process, "-STOP");
        if (view.transactionOpen()) {
            return true;
        }
        signal(process, "-CONT");
        return false;
    }

    private static void signal(Process process, String signal) {
        try {
            var _ =
                    new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                            .start()
                            .onExit()
                            .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertThatAllIsCounted(
            RandomJournal journal, TestBroker broker, BrokerView view, Path state)
            throws Exception {
        NaiveCount before = new NaiveCount(journal.records);
        NaiveCount after = NaiveCount.corrected(journal.records);
        KafkaStreams streams = AggregatorProcess.streams(broker.bootstrapServers(), state);
        try (streams) {
            streams.start();
            view.awaitAllApplied();
            StorePartitions stores = stores(streams);
            // Cells are written behind the journal. What was counted twice would come after it.
            awaitCells(stores, after);
            view.awaitStill();
            for (Granularity granularity :
                    List.of(Granularity.minute, Granularity.hour, Granularity.day)) {
                List<RollupCell> cells = cells(stores, granularity);
                assertThat(Counts.counts(cells))
                        .isEqualTo(Counts.widened(after.cellToCount, granularity));
                assertThat(
                                Counts.counts(
                                        cells.stream()
                                                .filter(cell -> !cell.getCorrection())
                                                .toList()))
                        .isEqualTo(Counts.widened(before.cellToCount, granularity));
                List<ReachCell> reached = reached(stores, granularity);
                assertThat(Counts.reach(reached, granularity, true))
                        .isEqualTo(after.reach(Counts.unit(granularity)));
                assertThat(Counts.reach(reached, granularity, false))
                        .isEqualTo(before.reach(Counts.unit(granularity)));
            }
            assertThat(Counts.lifetimes(frequencies(stores))).isEqualTo(after.frequencies());
        }
        Map<String, LineItemSpend> spends = view.latest(Topics.PACING);
        assertThat(Counts.spentMicros(spends)).isEqualTo(after.dayToMicros);
        Map<String, CreativeEngagement> engagements = view.latest(Topics.ENGAGEMENT);
        assertThat(Counts.engagements(engagements))
                .isEqualTo(Counts.engagementsOf(after.cellToCount));
        Map<String, RollupCell> published = view.latest(Topics.ROLLUPS);
        assertThat(
                        Counts.counts(
                                published.values().stream()
                                        .filter(cell -> cell.getGranularity() == Granularity.minute)
                                        .toList()))
                .isEqualTo(after.cellToCount);
    }

    static void awaitCells(StorePartitions stores, NaiveCount counted) {
        Map<String, Long> expected = Counts.widened(counted.cellToCount, Granularity.minute);
        Eventually.equal(
                "cells that are not what was counted",
                LONGEST_FOLD,
                () -> differences(expected, Counts.counts(cells(stores, Granularity.minute))),
                List.of());
    }

    private static List<String> differences(Map<String, Long> expected, Map<String, Long> found) {
        return Stream.concat(expected.keySet().stream(), found.keySet().stream())
                .distinct()
                .filter(cell -> !Objects.equals(expected.get(cell), found.get(cell)))
                .map(cell -> cell + ": " + found.get(cell) + " of " + expected.get(cell))
                .toList();
    }

    static List<String> topics() {
        return Stream.concat(
                        AggregationTopology.FOLDED.stream(),
                        Stream.of(
                                Topics.REJECTED, Topics.PACING, Topics.ENGAGEMENT, Topics.ROLLUPS))
                .map(Topic::name)
                .toList();
    }

    static StorePartitions stores(KafkaStreams streams) {
        return new StorePartitions() {
            @Override
            public <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition) {
                return streams.store(
                        StoreQueryParameters.fromNameAndType(
                                        storeName, QueryableStoreTypes.<K, V>keyValueStore())
                                .withPartition(partition));
            }
        };
    }

    private static List<RollupCell> cells(StorePartitions stores, Granularity granularity) {
        return new InProcessRollupQuery(stores, AggregatorProcess.PARTITIONS, _ -> Runnable::run)
                .cells(ORG, granularity, FROM, TO)
                .join();
    }

    private static List<ReachCell> reached(StorePartitions stores, Granularity granularity) {
        List<ReachCell> reached = new ArrayList<>();
        new InProcessReachQuery(stores, AggregatorProcess.PARTITIONS, _ -> Runnable::run)
                .forEach(ORG, granularity, FROM, TO, reached::add)
                .join();
        return reached;
    }

    private static Map<String, Object> frequencies(StorePartitions stores) {
        Map<String, Object> frequencies = new TreeMap<>();
        for (int partition = 0; partition < AggregatorProcess.PARTITIONS; partition++) {
            try (var entries =
                    stores.<String, Object>open(StoreNames.SUBSCRIBER_FREQUENCIES, partition)
                            .all()) {
                entries.forEachRemaining(entry -> frequencies.put(entry.key, entry.value));
            }
        }
        return frequencies;
    }

    /// Cuts the journal at random into as many pieces, none of them small.
    private static final class Slices {
        private final List<JournalEvent> records;
        private final int count;
        private final Random random;
        private int taken;
        private int end;

        Slices(List<JournalEvent> records, int count, Random random) {
            this.records = records;
            this.count = count;
            this.random = random;
        }

        List<JournalEvent> next() {
            int start = end;
            taken++;
            int each = records.size() / count;
            end =
                    taken == count
                            ? records.size()
                            : taken * each - each / 4 + random.nextInt(each / 2);
            return records.subList(start, end);
        }
    }
}
