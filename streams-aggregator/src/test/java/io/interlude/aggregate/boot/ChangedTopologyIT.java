package io.interlude.aggregate.boot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A version with another topology takes over the group, its offsets and its stores on a real
/// broker.
class ChangedTopologyIT {
    private static final List<String> TOPICS =
            List.of(
                    ChangingAggregator.COUNTED,
                    ChangingAggregator.ALSO_COUNTED,
                    ChangingAggregator.COUNTED_APART);
    private static final int RECORDS = 3_000;
    private static final int KEYS = 50;

    @TempDir private Path folder;

    private final Map<String, Map<String, Long>> topicToCounts = new HashMap<>();
    private TestBroker broker;
    private Admin admin;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> settings = new HashMap<>(StateInstancesIT.BROKER);
        settings.put("group.streams.session.timeout.ms", "6000");
        broker = TestBroker.start(folder.resolve("broker"), settings);
        broker.create(TOPICS, AggregatorNode.PARTITIONS);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void aChangedTopologyGoesOnWhereTheOneBeforeWasKilled() throws Exception {
        // given: the first version is killed in the middle of its work
        append();
        killed("state", 1);
        append();
        Eventually.holds("its session is over", () -> members() == 0);
        Map<?, ?> offsets = offsets();
        assertThat(offsets).isNotEmpty();

        // when: the second is killed after the topology was forgotten, and the broker too
        try (ChangingAggregator aggregator = aggregator("state", 2)) {
            aggregator.groupTopology.forget();
        }
        assertThat(streamsGroupExists()).isFalse();
        broker.stop();
        broker.start();

        // then: nothing is lost
        assertThat(streamsGroupExists()).isFalse();
        assertThat(offsets()).isEqualTo(offsets);

        // when: it is killed in the middle of its work, twice, the second time with its stores
        killed("state", 2);
        append();
        killed("state", 2);
        append();

        // then
        try (ChangingAggregator aggregator = aggregator("state-2", 2)) {
            aggregator.streams.start();
            assertThatAllIsCounted(aggregator);
        }
    }

    @Test
    void aChangedTopologyWaitsUntilTheOneBeforeStops() {
        append();
        try (ChangingAggregator second = aggregator("state-2", 2)) {
            try (ChangingAggregator first = aggregator("state-1", 1)) {
                first.streams.start();
                Eventually.holds("the first is ready", first.streams::ready);

                second.streams.start();

                Eventually.holds("it is told", () -> !second.groupTopology.ready());
                append();
                Map<String, Long> counts = count(List.of(ChangingAggregator.COUNTED));
                Eventually.holds(
                        "the first works on",
                        () ->
                                ChangingAggregator.STORES_OF_FIRST.stream()
                                        .allMatch(store -> first.counted(store).equals(counts)));
                assertThat(second.streams.ready()).isFalse();
            }
            Eventually.holds("the second is ready", second.streams::ready);
            assertThat(second.groupTopology.ready()).isTrue();
            assertThatAllIsCounted(second);
        }
    }

    @Test
    void ofSeveralInstancesEachJoinsTheChangedTopology() throws Exception {
        append();
        killed("state-1", 1);
        try (ChangingAggregator one = aggregator("state-1", 2)) {
            try (ChangingAggregator another = aggregator("state-2", 2)) {
                Thread started = Thread.ofPlatform().start(one.streams::start);
                another.streams.start();
                started.join();
                append();
                Eventually.holds(
                        "both are members",
                        () -> one.streams.ready() && another.streams.ready() && members() == 2);
                // A late one finds a group with members, and leaves it alone.
                one.groupTopology.forget();
                assertThat(members()).isEqualTo(2);
            }
            append();
            assertThatAllIsCounted(one);
        }
    }

    private ChangingAggregator aggregator(String state, int version) {
        return new ChangingAggregator(broker.bootstrapServers(), folder.resolve(state), version);
    }

    /// Runs a version until it is in the middle of its work, and kills it.
    private void killed(String state, int version) throws Exception {
        long before = written(IsolationLevel.READ_UNCOMMITTED);
        Path log = folder.resolve("aggregator.log");
        Process process =
                AggregatorProcess.start(
                        ChangingAggregator.class,
                        log,
                        broker.bootstrapServers(),
                        folder.resolve(state).toString(),
                        String.valueOf(version));
        try {
            Eventually.holds(
                    "it writes",
                    () ->
                            written(IsolationLevel.READ_UNCOMMITTED) > before + KEYS
                                    && written(IsolationLevel.READ_UNCOMMITTED)
                                            != written(IsolationLevel.READ_COMMITTED)
                                    && !offsets().isEmpty());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(log)).doesNotContain("Topology updates");
    }

    /// Records of the aggregator's own topics.
    private long written(IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        get(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(AggregatorNode.APPLICATION_ID))
                .forEach(topic ->
                        IntStream.range(0, AggregatorNode.PARTITIONS)
                                .forEach(partition ->
                                        latest.put(
                                                new TopicPartition(topic, partition),
                                                OffsetSpec.latest())));
        return get(admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all())
                .values()
                .stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    private void append() {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                for (String topic : TOPICS) {
                    String key = topic + i % KEYS;
                    var _ = producer.send(new ProducerRecord<>(topic, key, "value"));
                    topicToCounts
                            .computeIfAbsent(topic, _ -> new TreeMap<>())
                            .merge(key, 1L, Long::sum);
                }
            }
        }
    }

    private Map<String, Long> count(Collection<String> topics) {
        Map<String, Long> counts = new TreeMap<>();
        topics.forEach(topic -> counts.putAll(topicToCounts.getOrDefault(topic, Map.of())));
        return counts;
    }

    private void assertThatAllIsCounted(ChangingAggregator aggregator) {
        Map<String, Long> both =
                count(List.of(ChangingAggregator.COUNTED, ChangingAggregator.ALSO_COUNTED));
        Map<String, Map<String, Long>> expected =
                Map.of(
                        "counts",
                        both,
                        "sums",
                        both,
                        "added",
                        count(List.of(ChangingAggregator.ALSO_COUNTED)),
                        "apart",
                        count(List.of(ChangingAggregator.COUNTED_APART)));
        Eventually.holds("it is ready", aggregator.streams::ready);
        Eventually.equal("counts", () -> counted(aggregator), expected);
    }

    private static Map<String, Map<String, Long>> counted(ChangingAggregator aggregator) {
        Map<String, Map<String, Long>> storeToCounts = new HashMap<>();
        ChangingAggregator.STORES_OF_SECOND.forEach(
                store -> storeToCounts.put(store, aggregator.counted(store)));
        return storeToCounts;
    }

    private Map<?, ?> offsets() {
        return get(
                admin.listConsumerGroupOffsets(AggregatorNode.APPLICATION_ID)
                        .partitionsToOffsetAndMetadata());
    }

    private int members() {
        return requireNonNull(
                        get(admin.describeStreamsGroups(List.of(AggregatorNode.APPLICATION_ID))
                                        .all())
                                .get(AggregatorNode.APPLICATION_ID))
                .members()
                .size();
    }

    private boolean streamsGroupExists() {
        try {
            return members() >= 0;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(GroupIdNotFoundException.class);
            return false;
        }
    }

    private static <T> T get(KafkaFuture<T> answer) {
        return answer.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }
}
