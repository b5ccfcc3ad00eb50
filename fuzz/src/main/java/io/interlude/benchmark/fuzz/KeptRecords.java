package io.interlude.benchmark.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// The broker's records: the ends of its topics, and their content.
final class KeptRecords implements AutoCloseable {
    private static final String REJECTED = "ads.rejected";

    /// Grows by a marker now and then. Every change of keys also leaves a receipt.
    private static final String SUBSCRIBER_KEYS = "catalogue.subscriber-keys";

    private static final Duration POLL = Duration.ofSeconds(1);

    private final String brokers;
    private final Admin admin;

    KeptRecords(String brokers) {
        this.brokers = brokers;
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers));
    }

    /// The ends of every partition that a refused request must leave alone: journal, catalogue and
    /// schemas, but not the refused events.
    Map<String, Long> ends() throws ExecutionException, InterruptedException {
        Map<String, Long> ends = new TreeMap<>();
        offsets(name ->
                        (name.startsWith("ads.") && !name.equals(REJECTED))
                                || (name.startsWith("catalogue.") && !name.equals(SUBSCRIBER_KEYS))
                                || name.equals("_schemas"))
                .forEach((partition, end) -> ends.put(partition.toString(), end));
        return ends;
    }

    private Map<TopicPartition, Long> offsets(Predicate<String> topics)
            throws ExecutionException, InterruptedException {
        List<String> names = admin.listTopics().names().get().stream().filter(topics).toList();
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        admin.describeTopics(names)
                .allTopicNames()
                .get()
                .forEach((name, topic) ->
                        topic.partitions()
                                .forEach(p ->
                                        asked.put(
                                                new TopicPartition(name, p.partition()),
                                                OffsetSpec.latest())));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        admin.listOffsets(asked).all().get().forEach((p, end) -> offsets.put(p, end.offset()));
        return offsets;
    }

    /// The number of refused events kept, and of those that hold one of the texts.
    Scan refused(List<String> forbidden) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> ends = offsets(REJECTED::equals);
        Properties settings = new Properties();
        settings.put("bootstrap.servers", brokers);
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        long records = 0;
        long leaks = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(new ArrayList<>(ends.keySet()));
            consumer.seekToBeginning(ends.keySet());
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
                    records++;
                    leaks += holds(next, forbidden) ? 1 : 0;
                }
            }
        }
        return new Scan(records, leaks);
    }

    private static boolean holds(ConsumerRecord<byte[], byte[]> next, List<String> forbidden) {
        String text =
                new String(Objects.requireNonNullElse(next.value(), new byte[0]), ISO_8859_1)
                        + new String(
                                Objects.requireNonNullElse(next.key(), new byte[0]), ISO_8859_1);
        return forbidden.stream().anyMatch(text::contains);
    }

    @Override
    public void close() {
        admin.close();
    }

    /// @param leaks records that hold a text that they must not
    record Scan(long records, long leaks) {}
}
