package io.interlude.aggregate.boot;

import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.TopicSerdes;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/// What the broker holds of the aggregator's work, as anybody sees it from outside.
final class BrokerView implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;

    /// Longer than anything waits before it is sent on: reach is, for a second.
    private static final Duration STILL = Duration.ofMillis(2_500);

    private static final TopicSerdes SERDES = new JournalDriver.PlainSerdes();

    private final String brokers;
    private final Admin admin;

    BrokerView(String brokers) {
        this.brokers = brokers;
        admin = Admin.create(Map.of("bootstrap.servers", brokers));
    }

    /// Records and transaction markers in every topic but the journal's.
    long written() {
        return ends(IsolationLevel.READ_UNCOMMITTED).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    boolean transactionOpen() {
        return !ends(IsolationLevel.READ_COMMITTED).equals(ends(IsolationLevel.READ_UNCOMMITTED));
    }

    /// Waits until the whole journal is applied.
    void awaitAllApplied() {
        Map<TopicPartition, Long> ends =
                ends(partitions(journal()), IsolationLevel.READ_UNCOMMITTED);
        Eventually.holds(
                "the journal is applied",
                () -> {
                    Map<TopicPartition, OffsetAndMetadata> committed = committed();
                    return ends.entrySet().stream()
                            .allMatch(end ->
                                    end.getValue() == 0
                                            || offset(committed.get(end.getKey()))
                                                    >= end.getValue());
                });
    }

    /// Waits until nothing is written any more.
    void awaitStill() {
        long[] last = {written(), System.nanoTime()};
        Eventually.holds(
                "nothing is written",
                () -> {
                    long written = written();
                    if (written != last[0]) {
                        last[0] = written;
                        last[1] = System.nanoTime();
                    }
                    return System.nanoTime() - last[1] > STILL.toNanos();
                });
    }

    /// The latest committed value of each key.
    <V extends SpecificRecord> Map<String, V> latest(Topic<V> topic) {
        Map<String, V> latest = new TreeMap<>();
        List<TopicPartition> partitions = partitions(Stream.of(topic.name())).toList();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", brokers, "isolation.level", "read_committed"),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Eventually.holds(
                    "read " + topic.name(),
                    () -> {
                        consumer.poll(Duration.ofMillis(100))
                                .forEach(record ->
                                        latest.put(
                                                String.valueOf(record.key()),
                                                SERDES.of(topic)
                                                        .deserializer()
                                                        .deserialize(
                                                                topic.name(), record.value())));
                        return ends.entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                    });
        }
        return latest;
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        return get(
                admin.listStreamsGroupOffsets(
                                Map.of(
                                        AggregatorProcess.APPLICATION_ID,
                                        new ListStreamsGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(AggregatorProcess.APPLICATION_ID));
    }

    private static long offset(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private Map<TopicPartition, Long> ends(IsolationLevel isolation) {
        List<String> journal = journal().toList();
        Stream<String> others =
                get(admin.listTopics().names()).stream().filter(name -> !journal.contains(name));
        return ends(partitions(others), isolation);
    }

    private Map<TopicPartition, Long> ends(
            Stream<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private static Stream<String> journal() {
        return Topics.folded().stream().map(Topic::name);
    }

    private static Stream<TopicPartition> partitions(Stream<String> topics) {
        return topics.flatMap(topic ->
                IntStream.range(0, AggregatorProcess.PARTITIONS)
                        .mapToObj(number -> new TopicPartition(topic, number)));
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
