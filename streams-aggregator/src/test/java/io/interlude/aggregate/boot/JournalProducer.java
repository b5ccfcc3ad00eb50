package io.interlude.aggregate.boot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.NaiveCount;
import io.interlude.aggregate.topology.RandomJournal;
import io.interlude.aggregate.topology.TopicSerdes;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Writes a journal to a broker as the services do: a subscriber's fetches into one partition, and
/// everything of a fetch into the fetch's.
final class JournalProducer implements AutoCloseable {
    private static final TopicSerdes SERDES = new JournalDriver.PlainSerdes();

    private final KafkaProducer<String, byte[]> producer;
    private final Map<String, Integer> fetchIdToPartition = new HashMap<>();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

    JournalProducer(String brokers, List<JournalEvent> journal) {
        producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                brokers,
                                "linger.ms",
                                5,
                                // A partition that has just been made may refuse a first batch
                                // and take the second, and then never the first.
                                "max.in.flight.requests.per.connection",
                                1),
                        new StringSerializer(),
                        new ByteArraySerializer());
        for (JournalEvent record : journal) {
            if (record instanceof AdFetched fetched) {
                fetchIdToPartition.put(
                        fetched.getFetchId(), RandomJournal.partition(NaiveCount.owner(fetched)));
            }
        }
    }

    /// Writes the records in their order and waits until the broker has them all.
    void append(List<JournalEvent> records) {
        records.forEach(this::send);
        producer.flush();
        assertThat(failures).isEmpty();
    }

    private void send(JournalEvent record) {
        for (Topic<?> topic : Topics.folded()) {
            if (topic.valueType() == record.getClass()) {
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        topic.name(),
                                        partition(record),
                                        record.getReceivedAt().toEpochMilli(),
                                        "key",
                                        bytes(topic, record)),
                                (_, failure) -> {
                                    if (failure != null) {
                                        failures.add(failure);
                                    }
                                });
            }
        }
    }

    private int partition(JournalEvent record) {
        String fetchId = record.getFetchId();
        if (fetchId != null) {
            return requireNonNull(fetchIdToPartition.get(fetchId), "unknown fetch");
        }
        return RandomJournal.partition(
                record instanceof CorrectionRecorded correction
                        ? correction.getCorrectedEventId()
                        : record.getEventId());
    }

    private static <V extends SpecificRecord> byte[] bytes(Topic<V> topic, JournalEvent event) {
        return SERDES.of(topic).serializer().serialize(topic.name(), topic.valueType().cast(event));
    }

    @Override
    public void close() {
        producer.close();
    }
}
