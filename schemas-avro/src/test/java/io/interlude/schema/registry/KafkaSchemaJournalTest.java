package io.interlude.schema.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// On the client library's own stand-ins for a broker.
class KafkaSchemaJournalTest {
    private static final TopicPartition PARTITION = new TopicPartition(Topics.SCHEMAS_TOPIC, 0);

    private final MockProducer<String, String> producer =
            new MockProducer<>(true, null, new StringSerializer(), new StringSerializer());
    private final MockConsumer<String, String> consumer = new MockConsumer<>("earliest");
    private final KafkaSchemaJournal journal = journal();
    private final List<SchemaJournalEntry> read = new ArrayList<>();

    private KafkaSchemaJournal journal() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 0L));
        return new KafkaSchemaJournal(
                producer, consumer, Duration.ofMillis(200), Duration.ofMillis(200));
    }

    @Test
    void readsToTheEndAndThenWhatIsNew() {
        // given
        written(0, "k0", "v0");
        written(1, "k1", null);

        // when
        journal.read(read::add);
        written(2, "k2", "v2");
        journal.read(read::add);

        // then
        assertThat(read)
                .containsExactly(
                        new SchemaJournalEntry("k0", "v0"),
                        new SchemaJournalEntry("k1", null),
                        new SchemaJournalEntry("k2", "v2"));
    }

    @Test
    void writesToTheOnePartition() {
        // when
        journal.append(new SchemaJournalEntry("k", "v"));

        // then
        assertThat(producer.history())
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.topic()).isEqualTo("_schemas");
                    assertThat(it.partition()).isZero();
                    assertThat(it.key()).isEqualTo("k");
                    assertThat(it.value()).isEqualTo("v");
                });
    }

    @Test
    void saysWhenTheBrokerDidNotTakeAWrite() {
        producer.sendException = new KafkaException("away");
        assertStoreFails(() -> journal.append(new SchemaJournalEntry("k", "v")));
    }

    @Test
    void saysWhenTheEndIsNotReachedInTime() {
        consumer.updateEndOffsets(Map.of(PARTITION, 5L));
        assertStoreFails(() -> journal.read(read::add));
    }

    private void written(long offset, String key, @Nullable String value) {
        consumer.addRecord(new ConsumerRecord<>(Topics.SCHEMAS_TOPIC, 0, offset, key, value));
        consumer.updateEndOffsets(Map.of(PARTITION, offset + 1));
    }

    private static void assertStoreFails(Runnable call) {
        assertThatExceptionOfType(RegistryException.class)
                .isThrownBy(call::run)
                .satisfies(
                        failed -> assertThat(failed.error()).isEqualTo(RegistryError.STORE_FAILED));
    }
}
