package io.interlude.aggregate.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.partial.PartialSums;
import io.interlude.aggregate.rejected.Rejections;
import io.interlude.aggregate.topology.AggregationTopology;
import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.JournalEvents;
import io.interlude.aggregate.topology.NaiveCount;
import io.interlude.aggregate.topology.RandomJournal;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.schema.EventRejected;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Values that make no sense in every topic that the aggregator reads, its own among them: what
/// makes sense is counted all the same, and no thread ends. With `-Dinterlude.poison.records=10000`
/// there are so many.
class PoisonIT {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonIT.class);
    private static final int POISON = Integer.getInteger("interlude.poison.records", 600);
    private static final int FETCHES = 200;
    private static final int SUBSCRIBERS = 60;
    private static final long SEED = 19;
    private static final List<String> STORES =
            List.of(
                    StoreNames.SUBSCRIBER_FREQUENCIES,
                    StoreNames.FETCHES,
                    StoreNames.COUNTED_EVENTS,
                    StoreNames.PARKED_EVENTS,
                    StoreNames.PENDING_SUMS,
                    StoreNames.LINE_ITEM_SPENDS,
                    StoreNames.CREATIVE_ENGAGEMENTS,
                    StoreNames.ROLLUP_CELLS,
                    StoreNames.REACH_CELLS);

    @TempDir private Path folder;

    private final AtomicInteger deaths = new AtomicInteger();

    @Test
    void whatMakesSenseIsCountedAndNoThreadEnds() throws Exception {
        // given
        Random random = new Random(SEED);
        RandomJournal journal = new RandomJournal(random, FETCHES, SUBSCRIBERS).correct();
        List<JournalEvent> records = journal.interleaved(random);
        int half = records.size() / 2;
        int quarter = half / 2;
        try (TestBroker broker =
                        TestBroker.start(folder.resolve("broker"), KilledAggregatorIT.BROKER);
                JournalProducer producer = new JournalProducer(broker.bootstrapServers(), records);
                BrokerView view = new BrokerView(broker.bootstrapServers())) {
            broker.create(KilledAggregatorIT.topics(), AggregatorProcess.PARTITIONS);

            // when
            try (KafkaStreams streams = started(broker, "first")) {
                assertThat(streams.state().isRunningOrRebalancing()).isTrue();
                producer.append(records.subList(0, quarter));
                view.awaitAllApplied();
                int sent = inject(broker.bootstrapServers());
                LOG.info("event=injected records={}", sent);
                producer.append(records.subList(quarter, half));
                view.awaitAllApplied();
            }

            // then
            try (KafkaStreams streams = started(broker, "restored")) {
                producer.append(records.subList(half, records.size()));
                view.awaitAllApplied();
                KilledAggregatorIT.awaitCells(
                        KilledAggregatorIT.stores(streams), NaiveCount.corrected(journal.records));
            }
            assertThat(deaths).hasValue(0);
            Map<String, EventRejected> rejected = view.latest(Topics.REJECTED);
            assertThat(rejected.values())
                    .isNotEmpty()
                    .extracting(EventRejected::getReason)
                    .contains(Rejections.UNREADABLE_RECORD);
        }
    }

    private KafkaStreams started(TestBroker broker, String state) {
        KafkaStreams streams =
                AggregatorProcess.streams(broker.bootstrapServers(), folder.resolve(state));
        streams.setUncaughtExceptionHandler(failure -> {
            LOG.error("event=thread_died", failure);
            deaths.incrementAndGet();
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        streams.start();
        return streams;
    }

    private static int inject(String brokers) {
        List<ProducerRecord<byte[], byte[]>> kinds = kinds();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", brokers, "buffer.memory", 64 << 20),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (int sent = 0; sent < POISON; sent++) {
                var _ = producer.send(kinds.get(sent % kinds.size()));
            }
        }
        return POISON;
    }

    /// Each kind for each topic.
    private static List<ProducerRecord<byte[], byte[]>> kinds() {
        List<ProducerRecord<byte[], byte[]>> kinds = new ArrayList<>();
        Poison poison = new Poison();
        for (Topic<?> topic : AggregationTopology.FOLDED) {
            Poison.bytes().forEach(value -> kinds.add(to(topic.name(), value)));
            poison.records(topic, JournalEvents.START)
                    .forEach(record -> kinds.add(to(topic.name(), bytes(topic, record))));
        }
        String internal = AggregatorProcess.APPLICATION_ID + '-';
        String sums = internal + "partial-sums-repartition";
        Poison.bytes().forEach(value -> kinds.add(to(sums, value)));
        LineItemSpend spend =
                new LineItemSpend("poison", "line", List.of(), 1L, 2L, List.of(), 0L, 0L, null, 0L);
        byte[] ofAnotherKey = PartialSums.serde().serializer().serialize("", spend);
        kinds.add(to(sums, ofAnotherKey));
        kinds.add(
                new ProducerRecord<>(
                        sums, null, JournalEvents.START.toEpochMilli(), null, ofAnotherKey));
        for (String store : STORES) {
            Poison.bytes().forEach(value -> kinds.add(to(internal + store + "-changelog", value)));
        }
        return kinds;
    }

    /// At the time of the journal: a later one would make everything in it too old.
    private static ProducerRecord<byte[], byte[]> to(String topic, byte @Nullable [] value) {
        long at = JournalEvents.START.toEpochMilli();
        return new ProducerRecord<>(topic, null, at, "poison".getBytes(UTF_8), value);
    }

    private static <V extends SpecificRecord> byte[] bytes(Topic<V> topic, SpecificRecord record) {
        return new JournalDriver.PlainSerdes()
                .of(topic)
                .serializer()
                .serialize(topic.name(), topic.valueType().cast(record));
    }
}
