package io.interlude.journey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Looks for canaries wherever the product keeps anything: in every record of every topic, also the
/// internal ones, and in every file.
final class CanarySearch {
    /// Of numbers only, and allocated ahead at sizes that take long to read.
    private static final List<String> INDEXES = List.of(".index", ".timeindex");

    private final Canaries canaries;

    CanarySearch(Canaries canaries) {
        this.canaries = canaries;
    }

    /// Keys, values and headers of every topic, those of aborted transactions as well.
    void topics(String brokers) {
        topics(brokers, ends(brokers));
    }

    /// The same up to these ends.
    void topics(String brokers, Map<TopicPartition, Long> ends) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(brokers)) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            while (!ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(200))) {
                    if (next.offset() < ends.getOrDefault(partition(next), 0L)) {
                        look(next);
                    }
                }
            }
        }
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> next) {
        return new TopicPartition(next.topic(), next.partition());
    }

    /// The ends of every topic as they are now.
    static Map<TopicPartition, Long> ends(String brokers) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(brokers)) {
            return consumer.endOffsets(
                    consumer.listTopics().values().stream()
                            .flatMap(List::stream)
                            .map(info -> new TopicPartition(info.topic(), info.partition()))
                            .toList());
        }
    }

    private void look(ConsumerRecord<byte[], byte[]> next) {
        Stream.concat(
                        Stream.of(next.key(), next.value()),
                        Stream.of(next.headers().toArray()).map(header -> header.value()))
                .filter(bytes -> bytes != null)
                .forEach(bytes -> canaries.search("topic " + next.topic(), bytes));
        next.headers().forEach(header -> canaries.search("topic " + next.topic(), header.key()));
    }

    /// Every file under the folder; its name as well.
    void files(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString();
            if (INDEXES.stream().noneMatch(name::endsWith)) {
                canaries.search(place(name), name);
                try {
                    canaries.search(place(name), Files.readAllBytes(file));
                } catch (NoSuchFileException _) {
                    // Compaction and checkpoints replace files at any time.
                }
            }
        }
    }

    /// A partition's files hold what its topic holds.
    private static String place(String file) {
        return file.contains("kafka/")
                ? file.replaceFirst(".*kafka/(.+)-\\d+/.*", "topic $1")
                : "file " + file.replaceAll("\\d+", "N");
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String brokers) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.EXCLUDE_INTERNAL_TOPICS_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
