package io.interlude.report.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// A journal of one partition in a list, as a consumer reads it.
public final class ListedJournal {
    private static final Node NOBODY = new Node(1, "127.0.0.1", 9);

    private final Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> records =
            new HashMap<>();
    private final List<SpecificRecord> events = new ArrayList<>();

    /// Adds a record at the end of its topic.
    public void add(String topic, long writtenAtMillis, SpecificRecord event) {
        byte[] place = {(byte) (events.size() >> 8), (byte) events.size()};
        events.add(event);
        addBytes(topic, writtenAtMillis, place);
    }

    /// Adds bytes that may be no record, or none at all.
    public void addBytes(String topic, long writtenAtMillis, byte @Nullable [] value) {
        List<ConsumerRecord<String, byte[]>> all =
                records.computeIfAbsent(new TopicPartition(topic, 0), _ -> new ArrayList<>());
        all.add(
                new ConsumerRecord<>(
                        topic,
                        0,
                        all.size(),
                        writtenAtMillis,
                        TimestampType.CREATE_TIME,
                        0,
                        value == null ? -1 : value.length,
                        null,
                        value,
                        new RecordHeaders(),
                        Optional.empty()));
    }

    /// Finds the record that the bytes stand for.
    public Deserializer<SpecificRecord> deserializer() {
        return (_, bytes) ->
                bytes == null ? null : events.get((bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF));
    }

    public Consumer<String, byte[]> consumer() {
        return new Reading();
    }

    private List<ConsumerRecord<String, byte[]>> of(TopicPartition place) {
        return records.getOrDefault(place, List.of());
    }

    private final class Reading extends MockConsumer<String, byte[]> {
        private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();

        Reading() {
            super("earliest");
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic) {
            return List.of(new PartitionInfo(topic, 0, NOBODY, new Node[0], new Node[0]));
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(
                Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> starts = new HashMap<>();
            partitions.forEach(place -> starts.put(place, 0L));
            return starts;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(
                Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            partitions.forEach(place -> ends.put(place, (long) of(place).size()));
            return ends;
        }

        @Override
        public synchronized void assign(Collection<TopicPartition> partitions) {
            positions.keySet().retainAll(partitions);
            partitions.forEach(place -> positions.putIfAbsent(place, 0L));
        }

        @Override
        public synchronized void seekToBeginning(Collection<TopicPartition> partitions) {
            partitions.forEach(place -> positions.put(place, 0L));
        }

        @Override
        public synchronized void pause(Collection<TopicPartition> partitions) {
            // Read to its end already: nothing is written meanwhile.
        }

        @Override
        public synchronized long position(TopicPartition place) {
            return positions.getOrDefault(place, 0L);
        }

        @Override
        public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
            Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> found = new HashMap<>();
            positions.replaceAll((place, position) -> {
                List<ConsumerRecord<String, byte[]>> rest =
                        of(place).subList(Math.toIntExact(position), of(place).size());
                if (!rest.isEmpty()) {
                    found.put(place, List.copyOf(rest));
                }
                return (long) of(place).size();
            });
            return new ConsumerRecords<>(found, Map.of());
        }
    }
}
