package io.interlude.benchmark.hostile.scene;

import io.interlude.schema.AdFetched;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Writes to the product's topics as whoever reaches the broker can. Used by one thread.
public final class Records implements AutoCloseable {
    private static final int HEADER_BYTES = 5;
    private static final int LATEST_OF_EACH = 2_000;

    private final Scene scene;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicInteger refused = new AtomicInteger();

    public Records(Scene scene) {
        TrustedClasses.install();
        this.scene = scene;
        producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                scene.target().brokers(),
                                "acks",
                                "all",
                                "linger.ms",
                                20,
                                "max.request.size",
                                4 << 20,
                                "delivery.timeout.ms",
                                40_000),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
    }

    /// A fetch of the org as it is in its topic.
    public Fetched fetchOf(Org org, String messageId) throws IOException {
        Map<String, Object> settings = Map.of("bootstrap.servers", scene.target().brokers());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(Topics.FETCHES.name()).stream()
                            .map(info -> new TopicPartition(info.topic(), info.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.endOffsets(partitions)
                    .forEach((partition, end) ->
                            consumer.seek(partition, Math.max(0, end - LATEST_OF_EACH)));
            scene.prepare();
            while (scene.timeLeft()) {
                for (ConsumerRecord<byte[], byte[]> record :
                        consumer.poll(Duration.ofMillis(200))) {
                    AdFetched fetch = record.value() == null ? null : decoded(record.value());
                    if (fetch != null && messageId.equals(fetch.getFetchId())) {
                        scene.begin();
                        return new Fetched(fetch, record.partition(), record.key(), record.value());
                    }
                }
            }
        }
        throw new IOException("the fetch of " + org.id() + " is not in its topic");
    }

    private static @Nullable AdFetched decoded(byte[] value) {
        try {
            return new SpecificDatumReader<>(AdFetched.class)
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(
                                            value,
                                            HEADER_BYTES,
                                            value.length - HEADER_BYTES,
                                            null));
        } catch (IOException | RuntimeException _) {
            return null;
        }
    }

    public void send(
            String topic,
            @Nullable Integer partition,
            @Nullable Long time,
            byte @Nullable [] key,
            byte @Nullable [] value) {
        scene.countUnanswered(1);
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(topic, partition, time, key, value),
                            (_, thrown) -> {
                                if (thrown != null) {
                                    refused.incrementAndGet();
                                }
                            });
        } catch (RuntimeException _) {
            // Too large, or a time that the client itself refuses.
            refused.incrementAndGet();
        }
    }

    /// How many partitions the topic has: a send to another one would wait for it.
    public int partitions(String topic) {
        return producer.partitionsFor(topic).size();
    }

    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }

    /// A good record, from which bad ones are made.
    public static final class Fetched {
        private final AdFetched fetch;
        private final int partition;
        private final byte[] key;
        private final byte[] value;

        private Fetched(AdFetched fetch, int partition, byte[] key, byte[] value) {
            this.fetch = fetch;
            this.partition = partition;
            this.key = key;
            this.value = value;
        }

        public int partition() {
            return partition;
        }

        public byte[] key() {
            return key;
        }

        /// With the wire header of its schema.
        public byte[] value() {
            return value;
        }

        /// A copy under an id of its own, in the same partition.
        public AdFetched another() {
            AdFetched copy = AdFetched.newBuilder(fetch).build();
            String id = copy.getFetchId() == null ? "" : copy.getFetchId();
            String kept = id.substring(0, id.length() - 12);
            String fresh = UUID.randomUUID().toString();
            copy.setFetchId(kept + fresh.substring(fresh.length() - 12));
            copy.setEventId(copy.getFetchId().substring("native-".length()));
            return copy;
        }

        public byte[] encoded(AdFetched changed) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(value, 0, HEADER_BYTES);
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new SpecificDatumWriter<>(AdFetched.class).write(changed, encoder);
            encoder.flush();
            return bytes.toByteArray();
        }

        public byte[] truncated() {
            return Arrays.copyOf(value, value.length / 2);
        }
    }
}
