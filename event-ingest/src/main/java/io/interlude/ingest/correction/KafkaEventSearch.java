package io.interlude.ingest.correction;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.JournalReader;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads Kafka with a consumer for each search, one search at a time.
public final class KafkaEventSearch implements EventSearch, AutoCloseable {
    private final JournalReader reader;
    private final RecordDecoder decoder;
    private final int partitionCount;
    private final Duration deadline;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param deadline for one search
    public KafkaEventSearch(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount,
            Duration deadline) {
        // A turn comes at the latest when the search before has used up its time.
        reader = new JournalReader("the journal", 1, deadline.multipliedBy(2), consumers);
        decoder = new RecordDecoder(deserializer);
        this.partitionCount = partitionCount;
        this.deadline = deadline;
    }

    @Override
    public <T> CompletableFuture<T> search(OrgId orgId, Function<Reading, T> search) {
        return reader.read(
                orgId,
                consumer -> {
                    long deadlineNanos = System.nanoTime() + deadline.toNanos();
                    return search.apply((topics, from, taker) ->
                            read(consumer, partitions(topics), from, taker, deadlineNanos));
                });
    }

    @Override
    public void close() {
        reader.close();
    }

    private void read(
            Consumer<String, byte[]> consumer,
            List<TopicPartition> partitions,
            Instant from,
            Taker taker,
            long deadlineNanos) {
        OffsetLookup lookup = new OffsetLookup(consumer, partitions);
        consumer.assign(partitions);
        lookup.offsets(from).forEach(consumer::seek);
        RangeReading<String, byte[]> range = new RangeReading<>(consumer, lookup.ends(), deadline);
        while (range.hasMore()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("the journal cannot be read in time");
            }
            for (ConsumerRecord<String, byte[]> found : range.next()) {
                Optional<JournalEvent> event = decoder.event(found);
                if (event.isPresent() && !taker.take(new Found(found.partition(), event.get()))) {
                    return;
                }
            }
        }
    }

    private List<TopicPartition> partitions(List<? extends Topic<?>> topics) {
        return topics.stream().flatMap(topic -> partitions(topic.name())).toList();
    }

    private Stream<TopicPartition> partitions(String topic) {
        return IntStream.range(0, partitionCount)
                .mapToObj(partition -> new TopicPartition(topic, partition));
    }
}
