package io.interlude.benchmark.load.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import reactor.core.publisher.Mono;

/// The work of every floor for a request: one record to one topic by one shared producer, and an
/// answer once all replicas in sync have it.
public final class FloorJournal {
    public static final String TOPIC = "bench.floor";

    private static final byte[] EVENT_ANSWER =
            "{\"eventId\":\"01a1fd72-72cb-7006-8870-006b194e994d\"}".getBytes(UTF_8);

    private final Producer<byte[], byte[]> producer;

    /// @param brokers host and port of each, with commas between
    public FloorJournal(String brokers) {
        producer =
                new KafkaProducer<>(
                        Map.of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                brokers,
                                ProducerConfig.ACKS_CONFIG,
                                "all",
                                ProducerConfig.LINGER_MS_CONFIG,
                                0),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
    }

    /// The answer to an event, whatever the event says.
    public byte[] eventAnswer() {
        return EVENT_ANSWER.clone();
    }

    /// Completes when the record is acknowledged, or fails with Kafka's own exception.
    public Mono<Void> append(byte[] body) {
        return Mono.create(sink -> {
            var _ =
                    producer.send(
                            new ProducerRecord<>(TOPIC, body),
                            (_, failure) -> {
                                if (failure == null) {
                                    sink.success();
                                } else {
                                    sink.error(failure);
                                }
                            });
        });
    }
}
