package io.interlude.journey;

import io.interlude.schema.topic.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/// An independent reader of the journal: a plain consumer, Avro's own generic reader, and schemas
/// from the registry over HTTP. Shares no code with the product but the topic names.
final class Journals {
    private static final int HEADER_BYTES = 5;

    private final String brokers;
    private final RegistryOverHttp registry;

    Journals(ProductProcess product) {
        this.brokers = product.brokers();
        this.registry = new RegistryOverHttp(product.registry());
    }

    /// Every record of the topic, from its beginning to its end as it is now.
    List<GenericRecord> read(Topic<?> topic) {
        return raw(topic).stream().map(this::decode).toList();
    }

    /// The bytes of every record of the topic, tombstones left out.
    List<byte[]> raw(Topic<?> topic) {
        List<byte[]> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = consumer()) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic.name()).stream()
                            .map(info -> new TopicPartition(topic.name(), info.partition()))
                            .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                for (ConsumerRecord<String, byte[]> next : consumer.poll(Duration.ofSeconds(1))) {
                    if (next.value() != null) {
                        records.add(next.value());
                    }
                }
            }
        }
        return records;
    }

    private GenericRecord decode(byte[] bytes) {
        if (bytes[0] != 0) {
            throw new IllegalStateException("not Confluent's wire format: magic byte " + bytes[0]);
        }
        int id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        var decoder =
                DecoderFactory.get()
                        .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null);
        try {
            return registry.reader(id).read(null, decoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }
}
